import type { JsonObject } from "@sallyport/contract/json";
import type { DefinitionChange, MountRecord } from "@sallyport/contract/mounts";
import type { PrincipalKind } from "@sallyport/contract/principals";

/** What a compositor observes, for those who only read. Each owner has records of its own. */
export interface MountLedger {
  record(mount: MountRecord): Promise<void>;
  /** Only what it wrote to stderr is new; who follows how mounts are hears nothing of it. */
  recordStderr(
    mount: Pick<MountRecord, "agent" | "view" | "name" | "owner" | "stderr" | "stderr_lines">,
  ): Promise<void>;
  remove(input: Pick<MountRecord, "agent" | "view" | "name" | "owner">): Promise<void>;
}

export interface MountRecords {
  /**
   * What living compositors observed; what a dead one left is not shown as if it were still so. One record a name in each
   * view of each agent: where several compositors have it, the latest of those that run, else the latest.
   */
  list(filter: { agent?: string; view?: PrincipalKind; name?: string }): Promise<MountRecord[]>;
}

/** Tool definitions as they were at first sight. */
export interface DefinitionLedger {
  /** Pins every tool not seen before; answers those whose definition differs from its pin, which are now recorded as changes. */
  observe(input: {
    agent: string;
    server: string;
    tools: readonly { tool: string; definition: JsonObject; digest: string }[];
  }): Promise<DefinitionChange[]>;
  /** Digests of a server's definitions that stand as accepted, by tool. Reading them tells nobody anything. */
  accepted(input: { agent: string; server: string }): Promise<ReadonlyMap<string, string>>;
}

export interface DefinitionRecords {
  changes(filter: { agent?: string }): Promise<DefinitionChange[]>;
}

export interface DefinitionDecisions {
  /** Throws `not_found`, or `stale_review` where the observed digest is no longer the one that was read. */
  accept(input: { agent: string; server: string; tool: string; digest: string; by: string }): Promise<void>;
}
