import { readFileSync, readSync, writeSync } from "node:fs";
import { Guest } from "./guest.ts";
import { ProgramFailure } from "./program-failure.ts";
import {
  encodeFrame,
  type Failure,
  type Frame,
  FrameReader,
  type PreparedProgram,
  type PrepareRequest,
  REPLY,
  REQUEST,
} from "./protocol.ts";
import { stripTypes } from "./strip-types.ts";

/** The evaluator process: reads requests from its input, runs programs, writes answers; waits for nothing else. */

const REQUEST_LIMIT_BYTES = 16 * 1024 * 1024;
const LOAD_TIMEOUT_MS = 1000;
const WARM_UP = "export default () => ({ decision: 'ask', rationale: '' });";

const [, , wasmPath = "", stripperPath = ""] = process.argv;
const module = new WebAssembly.Module(readFileSync(wasmPath));
const programs = new Map<number, Guest>();

function handle(frame: Frame): string | undefined {
  switch (frame.kind) {
    case REQUEST.prepare:
      // Our own process wrote this frame.
      return prepare(JSON.parse(frame.payload.toString("utf8")) as PrepareRequest);
    case REQUEST.load:
      programs.set(frame.id, new Guest(module, frame.payload.toString("utf8"), LOAD_TIMEOUT_MS));
      return "";
    case REQUEST.unload:
      programs.delete(frame.id);
      return undefined;
    case REQUEST.decide: {
      const program = programs.get(frame.payload.readUInt32LE(0));
      if (program === undefined) throw new ProgramFailure("unavailable", "the policy is not loaded in this evaluator");
      return program.decide(frame.payload.toString("utf8", 8), frame.payload.readUInt32LE(4));
    }
    default:
      throw new ProgramFailure("unavailable", `an evaluator does not know request ${frame.kind}`);
  }
}

function prepare({ language, source }: PrepareRequest): string {
  const text = source.replace(/^\uFEFF/, "");
  const javascript = language === "typescript" ? stripTypes(text, stripperPath) : text;
  const tests = new Guest(module, javascript, LOAD_TIMEOUT_MS).tests();
  const prepared: PreparedProgram = tests === undefined ? { javascript } : { javascript, tests };
  return JSON.stringify(prepared);
}

function reply(kind: number, id: number, text: string): void {
  const frame = encodeFrame(kind, id, text);
  for (let sent = 0; sent < frame.length; ) sent += writeSync(1, frame, sent);
}

function answer(frame: Frame): void {
  try {
    const text = handle(frame);
    if (text !== undefined) reply(REPLY.answer, frame.id, text);
  } catch (error) {
    const failure: Failure =
      error instanceof ProgramFailure ? error.failure : { kind: "unavailable", message: String(error) };
    reply(REPLY.failure, frame.id, JSON.stringify(failure));
  }
}

const warmUp = new Guest(module, WARM_UP, LOAD_TIMEOUT_MS);
for (let round = 0; round < 20; round += 1)
  warmUp.decide('{"name":"warm","arguments":{},"context":{}}', LOAD_TIMEOUT_MS);
reply(REPLY.ready, 0, "");

const reader = new FrameReader(REQUEST_LIMIT_BYTES);
const chunk = Buffer.allocUnsafe(256 * 1024);
for (let bytes = readSync(0, chunk); bytes > 0; bytes = readSync(0, chunk)) {
  for (const frame of reader.push(Buffer.from(chunk.subarray(0, bytes)))) answer(frame);
}
