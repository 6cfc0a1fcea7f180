import type { IncomingHttpHeaders } from "node:http";
import { isJsonObject } from "@sallyport/contract/json";
import type { RpcMessage } from "../message-transport.ts";

/** The specification's code for headers that say another thing than the body. */
export const HEADER_MISMATCH = -32020;

const BASE64 = /^=\?base64\?(.*)\?=$/;

/** What is on the way may have let the request pass by its headers, so they have to be the body's (N07). One line for a person, or null. */
export function headerMismatch(headers: IncomingHttpHeaders, message: RpcMessage): string | null {
  const { "mcp-method": method, "mcp-name": name } = headers;
  if (method !== undefined && method !== message.method) return "the header `Mcp-Method` is not the body's method";
  if (name === undefined) return null;
  const params = isJsonObject(message.params) ? message.params : {};
  const named = message.method === "tools/call" || message.method === "prompts/get" ? params.name : params.uri;
  return decoded(name) === named ? null : "the header `Mcp-Name` is not the body's name";
}

function decoded(header: string | string[]): string | undefined {
  if (typeof header !== "string") return undefined;
  const packed = BASE64.exec(header)?.[1];
  return packed === undefined ? header : Buffer.from(packed, "base64").toString("utf8");
}
