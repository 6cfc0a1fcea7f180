import type { ChangeFeed, CompositorPresence, MountRecords, WantedMounts } from "@sallyport/store";

/** A pen for wishes, and eyes on what became of them. It holds no compositor and starts no server. */
export interface CompositorAdminPowers {
  /** Whose servers these are. */
  agent: string;
  wanted: WantedMounts;
  mounts: MountRecords;
  presence: CompositorPresence;
  changes: ChangeFeed;
  /** How long a tool waits for the compositor, in milliseconds; a minute if left out. */
  waitMs?: number;
}
