import type { IncomingMessage } from "node:http";
import { RPC_ERRORS } from "@sallyport/contract/errors";
import { PROTOCOL_VERSIONS } from "../protocol-versions.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** The code other servers answer with too. */
const UNSUPPORTED_VERSION = -32000;

/** The session a request names, if it names one. */
export function sessionIdOf(request: IncomingMessage): string | undefined {
  const id = request.headers["mcp-session-id"];
  return id === undefined ? undefined : String(id);
}

/** Throws `HttpRefusal` for a client that would not take what we answer with. */
export function wantAccepted(request: IncomingMessage, ...types: readonly string[]): void {
  const accept = request.headers.accept ?? "";
  if (accept.includes("*/*") || types.every((type) => accept.includes(type))) return;
  throw new HttpRefusal(406, RPC_ERRORS.invalidRequest, `the header \`Accept\` must have ${types.join(" and ")}`);
}

/** Throws `HttpRefusal`, in the words other servers have: clients of the next revision go by them when they fall back to ours. */
export function wantKnownVersion(request: IncomingMessage): void {
  const version = request.headers["mcp-protocol-version"];
  if (version === undefined || PROTOCOL_VERSIONS.includes(String(version))) return;
  const words = `Bad Request: Unsupported protocol version: ${String(version).slice(0, 40)}`;
  const known = `(supported versions: ${PROTOCOL_VERSIONS.join(", ")})`;
  throw new HttpRefusal(400, UNSUPPORTED_VERSION, `${words} ${known}`);
}
