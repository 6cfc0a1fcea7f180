export type { CompositorMetaFace, CompositorMetaPowers } from "./powers.ts";
export { createCompositorMeta } from "./server.ts";
