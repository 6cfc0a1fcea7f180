import type { TimelineEvent } from "@sallyport/contract/timeline";
import { expect, it } from "vitest";
import { policyTally } from "./policy-tally.ts";

const event = (action: string, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  seq: 1,
  ts: "2030-01-01T00:00:00.000Z",
  agent: "default",
  phase: "policy",
  action,
  status: "ok",
  policy: { version: 2, digest: "d" },
  prev: "",
  hash: "",
  ...more,
});

it("counts what one version decided, and each question once", () => {
  const events = [
    event("call-decided", { verdict: "policy_allow" }),
    event("call-decided", { verdict: "policy_allow", policy: { version: 1, digest: "c" } }),
    event("approval-asked", { phase: "approval" }),
    event("approval-attached", { phase: "approval" }),
    event("approval-approved", { phase: "approval", verdict: "user_approve" }),
    event("call-decided", { verdict: "user_approve" }),
    event("call-decided", { verdict: "policy_deny_continue" }),
    event("call-decided", { verdict: "policy_deny_abort" }),
    event("policy-activated"),
  ];
  expect(policyTally(events, 2)).toEqual({ allowed: 1, refused: 2, asked: 1 });
  expect(policyTally(events, 3)).toEqual({ allowed: 0, refused: 0, asked: 0 });
});
