import { type GateErrorName, gateError, isReservedCode } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import { isMisuse } from "../middleware/reserved-errors.ts";
import { type Asking, askChild, passedMeta } from "./ask-child.ts";

const MISUSE: GateErrorName = "policy_backend_reserved_misuse";

/** A request that is no tool call: passed on whole but for the progress token, its error checked like a tool's. */
export async function askGuarded(asking: Asking, method: string, params: JsonObject): Promise<JsonObject> {
  const { _meta: _, ...rest } = params;
  const meta = passedMeta(params);
  try {
    return await askChild(asking, method, meta === undefined ? rest : { ...rest, _meta: meta });
  } catch (error) {
    if (!isMisuse(error)) throw error;
    const server = asking.mount.name;
    const reason = `server \`${server}\` answered with an error that only the gate may give`;
    const details = isReservedCode(error.code) ? { backend_code: error.code } : {};
    throw gateError(MISUSE, { type: method, name: "", server, tool: "", reason }, details);
  }
}
