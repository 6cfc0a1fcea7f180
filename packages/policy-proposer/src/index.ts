export type { PolicyProposerPowers } from "./powers.ts";
export { createPolicyProposer } from "./server.ts";
