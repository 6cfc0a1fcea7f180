import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";

/** Lists here have one page. */
export function refuseCursor(params: JsonObject): void {
  if (params.cursor !== undefined) throw new WireError(RPC_ERRORS.invalidParams, "unknown `cursor`");
}
