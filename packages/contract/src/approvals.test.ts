import { describe, expect, it } from "vitest";
import {
  APPROVAL_EDGES,
  APPROVAL_LIFETIME_MS,
  type ApprovalState,
  approvalState,
  DECIDABLE_STATES,
  ONE_SHOT_LIFETIME_MS,
  PENDING_LIMIT,
} from "./approvals.ts";

describe("APPROVAL_EDGES", () => {
  it("is every move there is", () => {
    expect(APPROVAL_EDGES).toEqual({
      pending: ["approved", "denied", "expired", "orphaned", "cancelled"],
      orphaned: ["pending", "approved", "denied", "expired", "cancelled"],
      approved: ["claimed", "revoked", "expired", "voided", "cancelled"],
      claimed: ["done", "failed", "unknown", "voided"],
      done: [],
      failed: [],
      unknown: [],
      denied: [],
      expired: [],
      cancelled: [],
      revoked: [],
      voided: [],
    });
  });

  it("has every state, and each can be reached from `pending`", () => {
    expect(Object.keys(APPROVAL_EDGES).sort()).toEqual([...approvalState.options].sort());
    expect([...reachable("pending")].sort()).toEqual([...approvalState.options].sort());
  });

  it("N32 N35 leads from a claim to no second claim", () => {
    expect(reachable("claimed")).toEqual(new Set(["claimed", "done", "failed", "unknown", "voided"]));
  });

  it("lets a person decide in exactly the states that lead to both yes and no", () => {
    const decidable = approvalState.options.filter(
      (state) => APPROVAL_EDGES[state].includes("approved") && APPROVAL_EDGES[state].includes("denied"),
    );
    expect(decidable).toEqual(DECIDABLE_STATES);
  });
});

describe("the limits of an ask", () => {
  it("are an hour, ten minutes for a repeat, and 50 an agent", () => {
    expect([APPROVAL_LIFETIME_MS, ONE_SHOT_LIFETIME_MS, PENDING_LIMIT]).toEqual([3_600_000, 600_000, 50]);
  });
});

function reachable(from: ApprovalState, seen = new Set<ApprovalState>()): Set<ApprovalState> {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const next of APPROVAL_EDGES[from]) reachable(next, seen);
  return seen;
}
