import { Fault } from "@sallyport/contract/faults";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";

/** One content of a resource as its server sent it. */
export interface Block {
  kind: "text" | "base64";
  mime: string;
  content: string;
  /** Bytes of UTF-8 for text, characters for base64. */
  size: number;
}

/** Most contents a resource may have: an empty one fills no window, but it does fill an answer. */
const BLOCKS_LIMIT = 10_000;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The contents in a result of `resources/read`. Throws `Fault` where they are none, or too many. */
export function readBlocks({ contents }: JsonObject): Block[] {
  if (!Array.isArray(contents)) throw malformed();
  if (contents.length > BLOCKS_LIMIT) {
    const message = `the resource has ${contents.length} contents and at most ${BLOCKS_LIMIT} can be read`;
    throw new Fault("too_large", `${message}; read something smaller`);
  }
  return contents.map(readBlock);
}

function readBlock(content: unknown): Block {
  if (!isJsonObject(content)) throw malformed();
  const { text, blob, mimeType } = content;
  const said = typeof mimeType === "string" && PRINTABLE.test(mimeType) ? mimeType : null;
  if (typeof text === "string") {
    return { kind: "text", mime: said ?? "text/plain", content: text, size: Buffer.byteLength(text) };
  }
  if (typeof blob !== "string") throw malformed();
  return { kind: "base64", mime: said ?? "application/octet-stream", content: blob, size: blob.length };
}

const malformed = () =>
  new Fault("unavailable", "the server's answer has no contents that can be read; tell the user that it is broken");
