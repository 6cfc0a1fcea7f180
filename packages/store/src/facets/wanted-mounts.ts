import type { AttachSpec } from "@sallyport/contract/mount-specs";

/** What was wished at run time about one mount. `spec` null: a configured server that is not wanted any more. */
export interface WantedMount {
  agent: string;
  name: string;
  spec: AttachSpec | null;
  wanted_at: string;
}

/** What the compositor makes so. Each change is announced as topic `wanted_mounts` with the name as key. */
export interface WantedMountRecords {
  wanted(agent: string): Promise<WantedMount[]>;
}

/** The pen of `compositor_admin`. It holds no compositor: it writes wishes. Names are one by `mountKey`. */
export interface WantedMounts extends WantedMountRecords {
  /**
   * Wishes a server. `configured` is the `specDigest` of what a living compositor has mounted under that name from its
   * configuration; the same spec is no wish then. Where that was detached, the same spec lifts the `detach`, and is wished too
   * unless `configured` says that the configuration has it. Another spec is refused. `unchanged`: it was wished so already; that
   * too is announced, for a server that failed is then started again. Throws `already_mounted`, `too_many`.
   */
  attach(input: {
    agent: string;
    name: string;
    spec: AttachSpec;
    configured: string | null;
  }): Promise<"attached" | "unchanged">;
  /**
   * Ends a wish, or writes that a configured server is not wanted; `configured` is that one's `specDigest`, which stays
   * until the same spec is attached. A name nobody wished is fine.
   */
  detach(input: { agent: string; name: string; configured: string | null }): Promise<void>;
}

/** Who would make a wish come true. */
export interface CompositorPresence {
  /** How many compositors of this agent live. */
  compositors(agent: string): Promise<number>;
}

/** Most servers that may be attached to an agent. */
export const ATTACHED_LIMIT = 500;
