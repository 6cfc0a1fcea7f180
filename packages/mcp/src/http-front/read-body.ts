import type { IncomingMessage } from "node:http";
import { RPC_ERRORS } from "@sallyport/contract/errors";
import { HttpRefusal } from "./http-refusal.ts";

/** How large the body says it is; one sent in chunks may turn out as large as the limit. Throws `HttpRefusal`. */
export function declaredLength(request: IncomingMessage, limit: number): number {
  const { "content-encoding": encoding, "content-type": type, "content-length": length } = request.headers;
  // Nothing is ever unpacked, so nothing small can become large.
  if (encoding !== undefined && encoding !== "identity")
    throw new HttpRefusal(415, RPC_ERRORS.invalidRequest, "send the body without a content encoding");
  if (!/^application\/json\s*(;|$)/i.test(type ?? ""))
    throw new HttpRefusal(415, RPC_ERRORS.invalidRequest, "send the body as `content-type: application/json`");
  const declared = length === undefined ? limit : Number(length);
  if (declared > limit) throw tooLarge(limit);
  return declared;
}

/** Reads a whole body as UTF-8. Throws `HttpRefusal`; rejects with the stream's error when the client is gone. */
export async function readBody(request: IncomingMessage, limit: number): Promise<{ text: string; bytes: number }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving early must not take the socket with it: the refusal still has to be read.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    return { text, bytes };
  } catch {
    throw new HttpRefusal(400, RPC_ERRORS.parseError, "not valid UTF-8: send JSON-RPC messages in UTF-8");
  }
}

function tooLarge(limit: number): HttpRefusal {
  return new HttpRefusal(413, RPC_ERRORS.invalidRequest, `message over ${limit} bytes refused`);
}
