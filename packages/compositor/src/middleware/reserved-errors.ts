import { META_SETTLED } from "@sallyport/contract/approvals";
import { GATE_STAMP, isReservedCode, isReservedMessage, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import type { Layer } from "../pipeline/onion.ts";

/** Turns a child's answer that passes for the gate's own, raised or as an error result, into -32952. */
export const reservedErrorsLayer: Layer = async (call, next) => {
  const misused = (code: unknown) =>
    call.refusal(
      "policy_backend_reserved_misuse",
      `server \`${call.incoming.entry.mount.name}\` answered with an error that only the gate may give`,
      isReservedCode(code) ? { backend_code: code } : {},
    );
  let result: JsonObject;
  try {
    result = await next();
  } catch (error) {
    if (isMisuse(error)) throw misused(error.code);
    throw error;
  }
  const claimed = result.isError === true ? claimedCode(result) : null;
  if (claimed !== null) throw misused(claimed.code);
  // "Not executed, repeat the call" is the gate's to say, and would have a call made again and again.
  if (ownProperty(result._meta, META_SETTLED) !== undefined) throw misused(undefined);
  return result;
};

/** True for an error of a child's that uses a code, a message or the stamp of the gate's. */
export function isMisuse(error: unknown): error is WireError {
  if (!(error instanceof WireError)) return false;
  return (
    isReservedCode(error.code) || isReservedMessage(error.message) || ownProperty(error.data, GATE_STAMP) !== undefined
  );
}

/** What an error result claims to be, where that is one of the gate's errors. */
function claimedCode(result: JsonObject): { code: unknown } | null {
  const structured = result.structuredContent;
  for (const place of [structured, ownProperty(structured, "error"), ownProperty(structured, "data"), result._meta]) {
    const code = ownProperty(place, "code");
    const isStamped = ownProperty(place, GATE_STAMP) !== undefined;
    if (isStamped || isReservedCode(code) || isReservedMessage(ownProperty(place, "message"))) return { code };
  }
  const blocks = Array.isArray(result.content) ? result.content : [];
  return blocks.some((block) => isJsonObject(block) && isReservedMessage(block.text)) ? { code: undefined } : null;
}
