export type { LoopPowers } from "./powers.ts";
export { createLoop } from "./server.ts";
