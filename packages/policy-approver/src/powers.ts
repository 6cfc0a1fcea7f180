import type { ModeId } from "@sallyport/contract/policies";
import type { Mode, ModeSummary, PolicyChecker } from "@sallyport/policy";
import type { ApproverStore } from "@sallyport/store";

/** The policies that ship with the product. */
export interface Modes {
  listModes(): readonly ModeSummary[];
  loadMode(id: ModeId): Promise<Mode>;
}

/** A person's pens: decide waiting calls, decide proposals, set the policy. For one agent. */
export interface PolicyApproverPowers extends ApproverStore {
  /** Whose calls, proposals and policy these are; another agent's do not exist here. */
  agent: string;
  /** Who decides, as the records will say: `user:NAME`. It comes from the door, never from a call. */
  by: string;
  checker: PolicyChecker;
  modes: Modes;
}
