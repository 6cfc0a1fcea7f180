import { describe, expect, it } from "vitest";
import { callContext, DECISION_WORDS, DEFAULT_ASK_OPTIONS, policyAnswer, safetyClass, verdict } from "./decisions.ts";

describe("verdict, safetyClass and DECISION_WORDS", () => {
  it("are what every peer may rely on", () => {
    expect(verdict.options).toEqual(["allow", "ask", "deny_continue", "deny_abort"]);
    expect(safetyClass.options).toEqual(["read_only", "mutating", "destructive", "network"]);
    expect(DECISION_WORDS).toEqual([
      "policy_allow",
      "policy_deny_continue",
      "policy_deny_abort",
      "grant_allow",
      "user_approve",
      "user_deny_continue",
      "user_deny_abort",
      "expired",
      "caller_gone",
      "evaluator_error",
    ]);
  });

  it("have different words for what a policy said and what a person said", () => {
    expect(new Set<string>(DECISION_WORDS).size).toBe(DECISION_WORDS.length);
    expect(DECISION_WORDS.filter((word) => word.startsWith("policy_") && word.startsWith("user_"))).toEqual([]);
  });
});

describe("policyAnswer", () => {
  it("takes the four verdicts, with or without a rationale", () => {
    expect(policyAnswer.parse({ decision: "allow" })).toEqual({ decision: "allow" });
    expect(policyAnswer.parse({ decision: "ask", rationale: "why", options: [] })).toEqual({
      decision: "ask",
      rationale: "why",
      options: [],
    });
  });

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a word alone", "allow"],
    ["an upper-case word", { decision: "ALLOW" }],
    ["an extra member", { decision: "allow", extra: 1 }],
    ["a boolean", { decision: true }],
    ["an array", [{ decision: "allow" }]],
    ["a decision under `__proto__`", JSON.parse('{"__proto__":{"decision":"allow"}}')],
    ["a rationale that is no text", { decision: "allow", rationale: 1 }],
    ["an option without `allows`", { decision: "ask", options: [{ id: "a", name: "A", kind: "allow_once" }] }],
    ["an option of an unknown kind", { decision: "ask", options: [{ id: "a", name: "A", kind: "yes", allows: true }] }],
  ])("N21 refuses %s", (_, answer) => {
    expect(policyAnswer.safeParse(answer).success).toBe(false);
  });
});

describe("DEFAULT_ASK_OPTIONS", () => {
  it("is allow once and reject", () => {
    expect(DEFAULT_ASK_OPTIONS).toEqual([
      { id: "allow_once", name: "Allow once", kind: "allow_once", allows: true },
      { id: "reject_once", name: "Reject", kind: "reject_once", allows: false },
    ]);
  });
});

describe("callContext", () => {
  it("has exactly the fields a policy may count on", () => {
    expect(Object.keys(callContext.shape)).toEqual([
      "principal",
      "agent",
      "server",
      "tool",
      "safety",
      "annotations",
      "mode",
      "interactive",
      "session",
    ]);
  });
});
