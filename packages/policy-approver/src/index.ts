export type { Modes, PolicyApproverPowers } from "./powers.ts";
export { createPolicyApprover } from "./server.ts";
