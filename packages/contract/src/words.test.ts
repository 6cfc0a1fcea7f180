import { describe, expect, it } from "vitest";
import { EXIT } from "./exit-codes.ts";
import { FAULT_CODES, Fault } from "./faults.ts";
import { MODE_IDS, POLICY_FILES, POLICY_SOURCE_LIMIT, PROPOSAL_SOURCE_LIMIT, START_MODE } from "./policies.ts";
import { agentId, DEFAULT_AGENT, principalKind } from "./principals.ts";
import { OPEN_PROPOSALS_LIMIT, PROPOSALS_PER_HOUR, proposalStatus } from "./proposals.ts";
import { timelinePhase } from "./timeline.ts";

describe("FAULT_CODES", () => {
  it("is what every caller may rely on", () => {
    expect(FAULT_CODES).toEqual([
      "already_decided",
      "already_mounted",
      "evaluator_error",
      "forbidden",
      "invalid_input",
      "invalid_policy",
      "mount_failed",
      "not_found",
      "rate_limited",
      "stale_review",
      "store_unavailable",
      "too_large",
      "too_many",
      "unavailable",
      "unsupported",
      "wrong_state",
    ]);
  });

  it("goes with a message and details", () => {
    const fault = new Fault("already_decided", "somebody was first", { by: "ada" });
    expect({ ...fault, message: fault.message }).toEqual({
      name: "Fault",
      code: "already_decided",
      details: { by: "ada" },
      message: "somebody was first",
    });
  });
});

describe("EXIT", () => {
  it("is what a shell may rely on", () => {
    expect(EXIT).toEqual({ ok: 0, failed: 1, usage: 2, config: 78 });
  });
});

describe("policies", () => {
  it("have these modes, files and limits", () => {
    expect(MODE_IDS).toEqual(["read-only", "ask-writes", "open", "deny-all", "non-interactive"]);
    expect(START_MODE).toBe("ask-writes");
    expect(POLICY_FILES).toEqual({
      typescript: { extension: "ts", mime: "text/x-typescript" },
      javascript: { extension: "js", mime: "text/javascript" },
      python: { extension: "py", mime: "text/x-python" },
    });
    expect([POLICY_SOURCE_LIMIT, PROPOSAL_SOURCE_LIMIT, OPEN_PROPOSALS_LIMIT, PROPOSALS_PER_HOUR]).toEqual([
      131_072, 65_536, 10, 20,
    ]);
  });

  it("are proposed in these states", () => {
    expect(proposalStatus.options).toEqual(["pending", "approved", "rejected", "withdrawn", "superseded"]);
  });
});

describe("principals", () => {
  it("are agents and humans, and an agent has a plain name", () => {
    expect(principalKind.options).toEqual(["agent", "human"]);
    expect(agentId.parse(DEFAULT_AGENT)).toBe("default");
    const bad = ["", ".a", "-a", "a b", "a/b", "../a", "é", "a\n", "a".repeat(65)];
    expect(bad.filter((id) => agentId.safeParse(id).success)).toEqual([]);
  });
});

describe("timelinePhase", () => {
  it("is every kind of event", () => {
    expect(timelinePhase.options).toEqual(["policy", "call", "mount", "approval", "proposal", "hook", "runtime"]);
  });
});
