/**
 * What the gate's process and an evaluator process say to each other over two pipes: frames of
 * `[u32 length of what follows][u8 kind][u32 id][payload]`, little-endian, answers in the order of the requests.
 * This file and everything the evaluator imports must not import a package: its sandbox has no `node_modules`.
 */
export const REQUEST = { prepare: 1, load: 2, decide: 3, unload: 4 } as const;
export const REPLY = { ready: 1, answer: 2, failure: 3 } as const;

const HEADER_BYTES = 9;

/** Text after a header, and for `decide` two numbers before the text: the program and its milliseconds. */
export function encodeFrame(kind: number, id: number, text: string, numbers: readonly number[] = []): Buffer {
  const textBytes = Buffer.byteLength(text);
  const textStart = HEADER_BYTES + numbers.length * 4;
  const frame = Buffer.allocUnsafe(textStart + textBytes);
  frame.writeUInt32LE(frame.length - 4, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(id, 5);
  numbers.forEach((number, index) => {
    frame.writeUInt32LE(number, HEADER_BYTES + index * 4);
  });
  frame.write(text, textStart, "utf8");
  return frame;
}

export interface Frame {
  kind: number;
  id: number;
  payload: Buffer;
}

/** Cuts a byte stream into frames; a frame's payload is valid until the next `push`. */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);
  readonly #limit: number;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** Throws `RangeError` where a frame says it is longer than the limit. */
  push(chunk: Buffer): Frame[] {
    let bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const frames: Frame[] = [];
    while (bytes.length >= 4) {
      const length = bytes.readUInt32LE(0);
      if (length < HEADER_BYTES - 4 || length > this.#limit) throw new RangeError(`a frame of ${length} bytes`);
      if (bytes.length < 4 + length) break;
      frames.push({
        kind: bytes.readUInt8(4),
        id: bytes.readUInt32LE(5),
        payload: bytes.subarray(HEADER_BYTES, 4 + length),
      });
      bytes = bytes.subarray(4 + length);
    }
    this.#pending = bytes;
    return frames;
  }
}

/** Why a request failed, in the words of `EvaluationError`, or `program` where the program could not be loaded. */
export type FailureKind = "timeout" | "memory" | "threw" | "bad_answer" | "too_large" | "unavailable" | "program";

/** The payload of a failure, as JSON. */
export interface Failure {
  kind: FailureKind;
  message: string;
  line?: number;
  column?: number;
}

/** The payload of the answer to `prepare`, as JSON. */
export interface PreparedProgram {
  javascript: string;
  /** `export const tests` as plain data; absent where the program has none. */
  tests?: unknown;
}

/** The payload of `prepare`, as JSON. */
export interface PrepareRequest {
  language: "typescript" | "javascript";
  source: string;
}
