export type { PolicyReaderFace, PolicyReaderPowers } from "./powers.ts";
export { createPolicyReader } from "./server.ts";
