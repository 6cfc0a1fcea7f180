export type { CompositorAdminPowers } from "./powers.ts";
export { createCompositorAdmin } from "./server.ts";
