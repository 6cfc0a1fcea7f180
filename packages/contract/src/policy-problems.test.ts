import { describe, expect, it } from "vitest";
import { policyProblems } from "./policy-problems.ts";

describe("policyProblems", () => {
  it("says where each problem is and what to do next, and keeps all of them", () => {
    const errors = [{ message: "expected `;`", line: 2, column: 3 }, { message: "no default export" }];
    const fault = policyProblems(errors, "mend it");
    expect(fault.code).toBe("invalid_policy");
    expect(fault.message).toBe(
      "the policy failed its check: line 2, column 3: expected `;`; no default export; mend it",
    );
    expect(fault.details).toEqual({ errors });
  });

  it("names five in the text, and counts the rest", () => {
    const errors = Array.from({ length: 7 }, (_, line) => ({ message: `m${line}` }));
    expect(policyProblems(errors, "mend it").message).toBe(
      "the policy failed its check: m0; m1; m2; m3; m4; and 2 more; mend it",
    );
  });
});
