import { GATE_ERRORS, type GateErrorName } from "@sallyport/contract/errors";
import { expect } from "vitest";
import type { Params } from "../harness/raw-client.ts";

/** A gate error as contract section 3 has it, whole: nothing beside these keys. Codes and messages are pinned as literals by the callers. */
export function gateErrorFor(mount: string, tool: string, name: GateErrorName, reason: unknown, more: Params = {}) {
  return {
    code: GATE_ERRORS[name],
    message: name,
    data: {
      type: "tools/call",
      name: `${mount}_${tool}`,
      server: mount,
      tool,
      reason,
      sallyport_gate: true,
      next_steps: expect.arrayContaining([expect.any(String)]),
      ...more,
    },
  };
}
