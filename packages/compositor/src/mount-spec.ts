import type { PrincipalKind } from "@sallyport/contract/principals";
import type { ChildSpec } from "@sallyport/mcp";
import type { ElicitationConfig } from "./elicitation/elicitation-config.ts";
import type { SettleRules } from "./hosts/settle-rules.ts";
import type { Denials } from "./powers.ts";

/** A mount that cannot be started as it is configured, for instance because a variable is unset: shown as failed, with the reason. */
export interface UnstartableSpec {
  type: "unstartable";
  error: string;
}

/** A value that a configuration does not hold itself. */
export interface FilledVariable {
  name: string;
  value: string;
}

/** One server as it is wanted under the roof. `name` is a mount name already in its normal form. */
export interface MountSpec {
  name: string;
  spec: ChildSpec | UnstartableSpec;
  /** Tools, prompts and URIs keep the child's own names on the front. */
  namesAsIs: boolean;
  /** The user vouches for what the child says about itself: its annotations count, its definitions may change. */
  trusted: boolean;
  visibleTo: readonly PrincipalKind[];
  origin: "configured" | "attached";
  /** Cannot be detached at run time. */
  pinned: boolean;
  /** `specDigest` of how it is launched, as somebody wrote it and before anything was inherited; empty where nobody did. */
  digest: string;
  /** What was filled into its command, arguments or URL, by the variable's name: not to be shown. */
  filledIn: readonly FilledVariable[];
  /** Deadline of one call in seconds; none where the user set none. */
  timeoutSec?: number;
}

/** What `reconfigure` makes so: the user's mounts, whole. The product's own mounts are not in it and stay. */
export interface CompositorConfig {
  mounts: readonly MountSpec[];
  /** What every child is given before its own `env`; nothing else is inherited. */
  environment: Readonly<Record<string, string>>;
  /** What was brought into form on the way, for stderr: names that were normalised, keys that mean nothing here. */
  notices: readonly string[];
  /** When a waiting call is answered before its host cuts it, where that is written. Read at the start alone, as are the next two. */
  settle?: SettleRules;
  /** How refusals reach each principal's client, where that is written. */
  denials?: Partial<Record<PrincipalKind, Denials>>;
  /** Who else is told that a call waits for a person. The compositor itself asks clients, and tells nobody else. */
  channels?: ChannelsConfig;
}

/** Ways on which people are told that a call waits for them; none is on by itself, and none can decide. */
export interface ChannelsConfig {
  webhook?: WebhookConfig;
  desktop?: boolean;
  elicitation?: ElicitationConfig;
}

export interface WebhookConfig {
  /** https, or this machine's loopback. */
  url: string;
  /** What its messages are signed with, from a variable of the environment: not to be shown. */
  secret: string;
  /** How long one delivery may take, in seconds. */
  timeoutSec: number;
}

/** The defaults of a user's mount: nothing vouched for, the agent's alone. */
export const MOUNT_DEFAULTS = {
  namesAsIs: false,
  trusted: false,
  visibleTo: ["agent"],
  origin: "configured",
  pinned: false,
  digest: "",
  filledIn: [],
} as const satisfies Omit<MountSpec, "name" | "spec">;
