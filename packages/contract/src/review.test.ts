import { describe, expect, it } from "vitest";
import type { ProposalRecord } from "./proposals.ts";
import { reviewToken } from "./review.ts";

const proposal: ProposalRecord = {
  id: "p1",
  agent: "default",
  status: "pending",
  language: "typescript",
  title: "",
  rationale: "",
  source: "a",
  created_at: "2026-01-01T00:00:00.000Z",
  decided_at: null,
  decided_by: null,
  comment: null,
};

describe("reviewToken", () => {
  it("is another one when the program, a claim, the language or the active policy is another one", () => {
    const tokens = [
      reviewToken(proposal, "active"),
      reviewToken({ ...proposal, source: "b" }, "active"),
      reviewToken({ ...proposal, title: "b" }, "active"),
      reviewToken({ ...proposal, rationale: "b" }, "active"),
      reviewToken({ ...proposal, language: "javascript" }, "active"),
      reviewToken({ ...proposal, id: "p2" }, "active"),
      reviewToken(proposal, "other"),
      reviewToken(proposal, null),
    ];
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it("is a SHA-256 and the same for the same page", () => {
    expect(reviewToken(proposal, "active")).toMatch(/^[0-9a-f]{64}$/);
    expect(reviewToken({ ...proposal }, "active")).toBe(reviewToken(proposal, "active"));
  });
});
