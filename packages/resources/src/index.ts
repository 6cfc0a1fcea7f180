export type { ConnectView, ResourcesPowers } from "./powers.ts";
export { createResources } from "./server.ts";
