import type { MountTable } from "./mounts/mount-table.ts";
import type { Pipeline } from "./pipeline/order.ts";
import type { CompositorLimits, CompositorPowers } from "./powers.ts";
import type { Notices } from "./relay/notices.ts";
import type { Subscriptions } from "./relay/subscriptions.ts";
import type { Session } from "./sessions/session.ts";
import type { Surface } from "./surface/surface.ts";

/** What the parts of one view share: each made once, in `createCompositor`. */
export interface Roof {
  powers: CompositorPowers & { limits: CompositorLimits };
  mounts: MountTable;
  surface: Surface;
  pipeline: Pipeline;
  sessions: Set<Session>;
  subscriptions: Subscriptions;
  notices: Notices;
  /** The mode of the active policy, for the call's context. */
  mode: () => Promise<string>;
}
