import { Fault } from "@sallyport/contract/faults";

/** What can be wrong with a store itself, as opposed to a request to it. */
export type StoreProblem =
  | "cannot_open"
  | "not_a_store"
  | "newer_schema"
  | "read_only"
  | "locked"
  | "full"
  | "corrupt"
  | "closed"
  | "unsupported";

/** The store cannot be used. As a fault its code is `store_unavailable`; `problem` says which, `remedy` what to do. */
export class StoreError extends Fault {
  readonly problem: StoreProblem;
  readonly remedy: string;

  constructor(problem: StoreProblem, what: string, remedy: string) {
    super("store_unavailable", `${what}; ${remedy}`, { problem });
    this.name = "StoreError";
    this.problem = problem;
    this.remedy = remedy;
  }
}
