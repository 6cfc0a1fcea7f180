import { GATE_ERRORS, RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { Fault, type FaultCode } from "@sallyport/contract/faults";
import { type JsonObject, ownProperty } from "@sallyport/contract/json";
import { visibleReason } from "@sallyport/contract/visible-text";
import { ConnectionError } from "@sallyport/mcp";

/** Characters of a peer's words that are looked at. */
const WORDS_LIMIT = 2_000;

/** A resource of the view, as the tools name it. */
export interface Named {
  server: string;
  uri?: string;
}

/**
 * What the view said no with, as a fault. Never as the error it was: a gate's code that comes from a child is taken for a forgery.
 * Anything that is neither the view's answer nor the way there stays what it is.
 */
export function viewFault(error: unknown, named?: Named): unknown {
  if (error instanceof ConnectionError) {
    return new Fault("unavailable", `the compositor cannot be asked: ${wordsOf(error)}; try again in a moment`);
  }
  if (!(error instanceof WireError)) return error;
  if (named === undefined) return new Fault("unavailable", `the view answered with an error: ${wordsOf(error)}`);
  const { server } = named;
  const details: JsonObject = { ...named, answer: wordsOf(error) };
  const code = faultCode(error.code);
  if (code === "not_found") return notFound(named, details);
  if (code === "unsupported") {
    const message = `server \`${server}\` does not offer subscriptions; read the resource when you need it`;
    return new Fault(code, message, details);
  }
  return new Fault(code, `server \`${server}\` answered with an error: ${wordsOf(error)}`, details);
}

/** True where the view knows of no such resource. Servers made with the SDK say "invalid parameters" of a URI they do not know. */
export function isUnknown(error: unknown): boolean {
  return error instanceof WireError && faultCode(error.code) === "not_found";
}

/** Nothing is there, or nothing that this caller may know of. */
export function notFound(
  { server, uri }: Named,
  details: JsonObject = { server, ...(uri !== undefined && { uri }) },
): Fault {
  const what =
    uri === undefined
      ? `no server \`${server}\` with resources can be seen`
      : `server \`${server}\` has no resource \`${visibleReason(uri)}\`, or cannot be seen`;
  return new Fault("not_found", `${what}; \`list\` shows what there is`, details);
}

/** One line about an error for whoever subscribed. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return visibleReason(String(error).slice(0, WORDS_LIMIT));
  const reason = error instanceof WireError ? ownProperty(error.data, "reason") : undefined;
  const words = typeof reason === "string" ? `${error.message}: ${reason}` : error.message;
  const numbered = error instanceof WireError ? `${error.code} ${words}` : words;
  return visibleReason(numbered.slice(0, WORDS_LIMIT));
}

function faultCode(code: number): FaultCode {
  switch (code) {
    case RPC_ERRORS.resourceNotFound:
    case RPC_ERRORS.invalidParams:
      return "not_found";
    case GATE_ERRORS.resources_subscribe_unsupported:
    case GATE_ERRORS.resources_unsubscribe_unsupported:
      return "unsupported";
    default:
      return "unavailable";
  }
}
