import { RPC_ERRORS } from "@sallyport/contract/errors";
import { Fault } from "@sallyport/contract/faults";
import { visibleReason } from "@sallyport/contract/visible-text";
import { LinkError, RpcError } from "../mcp/messages.ts";

/** What went wrong, for a person. */
export function failureWords(error: unknown): string {
  if (error instanceof LinkError) return LINK_WORDS[error.kind];
  if (error instanceof Fault) return visibleReason(error.message);
  if (error instanceof RpcError && error.code === RPC_ERRORS.resourceNotFound) return "it is not here, or no longer";
  if (error instanceof RpcError) return visibleReason(`${error.message} (${error.code})`);
  return visibleReason(error instanceof Error ? error.message : String(error));
}

const LINK_WORDS: Record<LinkError["kind"], string> = {
  gone: "the gateway started anew; try again",
  signed_out: "you are signed out; run `sallyport open`",
  unreachable: "the gateway does not answer",
};
