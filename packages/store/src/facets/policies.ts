import type { PolicyLanguage, PolicyVersion } from "@sallyport/contract/policies";

/** Where the active policy is read from. */
export interface ActivePolicy {
  /** The agent's highest version, or null where it has none. */
  active(agent: string): Promise<PolicyVersion | null>;
}

export interface PolicyHistory {
  /** Newest first. */
  versions(agent: string): Promise<PolicyVersion[]>;
  version(agent: string, version: number): Promise<PolicyVersion | null>;
}

export interface NewPolicy {
  agent: string;
  language: PolicyLanguage;
  source: string;
  mode: string;
  non_interactive: boolean;
  author: string;
  reason: string;
}

/** The only pen that makes a policy active. Callers have checked the program before. */
export interface PolicyActivation {
  /** Durable on return (survives power loss), then announced on the change feed as topic `policy`. */
  activate(policy: NewPolicy): Promise<PolicyVersion>;
}

/** What a new agent starts with. */
export interface PolicyStart {
  /** Writes version 1 where the agent has no policy at all; never touches an existing one, broken or not. */
  start(policy: NewPolicy): Promise<PolicyVersion>;
}
