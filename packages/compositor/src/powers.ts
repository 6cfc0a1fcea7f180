import type { PrincipalKind } from "@sallyport/contract/principals";
import type { Implementation } from "@sallyport/mcp";
import type { Decider } from "@sallyport/policy";
import type { GateStore } from "@sallyport/store";
import type { ElicitationPowers } from "./elicitation/elicitation-config.ts";
import type { SettleRules } from "./hosts/settle-rules.ts";

export interface CompositorLimits {
  /** Calls in flight before the next one is `busy`; calls that wait for a person do not count. */
  inFlight: number;
  /** Calls that wait for a person before the next call is `busy`: identical ones share a question, but not their memory. */
  waiting: number;
  /** How long a list, or a call of a name nobody knows yet, waits for mounts that are still starting, in milliseconds. */
  listWaitMs: number;
  /** How long `initialize` waits for mounts, so that their instructions can be joined, in milliseconds. */
  initializeWaitMs: number;
  /** How long a question to a person stands, in milliseconds. */
  approvalLifetimeMs: number;
  /** Between two progress notifications of a call that waits for a person, in milliseconds. */
  approvalProgressMs: number;
  /** The soonest a person can have read a form and answered it, in milliseconds. */
  soonestAnswerMs: number;
  /** How long an approved call's outcome is kept for a repeat where its caller had left, in milliseconds. */
  replayMs: number;
  /** Outcomes kept so, and their bytes together. */
  replays: number;
  replayBytes: number;
}

export type Denials = "error" | "result";

/** What one view of one principal is made from. */
export interface CompositorPowers {
  /** `agent`: every call is gated. `human`: calls are recorded, not decided. */
  principal: PrincipalKind;
  agent: string;
  /** This process on the store, as `Instances.enter` minted it. */
  instance: string;
  /** True where it says in the store what it mounts. */
  records: boolean;
  store: Pick<
    GateStore,
    | "ledger"
    | "events"
    | "approvals"
    | "policies"
    | "mounts"
    | "definitions"
    | "wanted"
    | "latches"
    | "instances"
    | "changes"
  >;
  /** What a server that is attached at run time is given before its own `env`; nothing else is inherited. */
  environment: Readonly<Record<string, string>>;
  /** Required for the agent's view; the human's has none. */
  decider: Decider | null;
  /** Who the front says it is, and who the children are told their client is. */
  info: Implementation;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** One line for a person, on stderr or nowhere; never on stdout. */
  log: (line: string) => void;
  /** False where nobody can be asked: every ask becomes a deny. */
  interactive: boolean;
  /** How gate errors reach the client: as JSON-RPC errors (default), or as results with `isError`. */
  denials?: Denials;
  /** When a call that waits for a person is answered before its host cuts it; the table of hosts where left out. */
  settle?: SettleRules;
  /** The page where a person finds an approval, if there is one. */
  approvalPage?: (approvalId: string) => string | undefined;
  /** Whether and how the clients of waiting calls are asked to bring the question to their users; none is where left out. */
  elicitation?: ElicitationPowers;
  limits?: Partial<CompositorLimits>;
}

export const DEFAULT_LIMITS: CompositorLimits = {
  inFlight: 256,
  waiting: 1_024,
  listWaitMs: 5_000,
  initializeWaitMs: 1_500,
  approvalLifetimeMs: 60 * 60 * 1000,
  approvalProgressMs: 10_000,
  soonestAnswerMs: 500,
  replayMs: 60_000,
  replays: 64,
  replayBytes: 16 * 1024 * 1024,
};
