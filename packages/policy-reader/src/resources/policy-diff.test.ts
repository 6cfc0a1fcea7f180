import { describe, expect, it } from "vitest";
import { policyDiff } from "./policy-diff.ts";

const program = (source: string) => ({ language: "typescript" as const, source });

describe("policyDiff", () => {
  it("shows a first policy as all new", () => {
    expect(policyDiff(null, program("a\n"))).toBe("--- /dev/null\n+++ proposed/policy.ts\n@@ -0,0 +1,1 @@\n+a\n");
  });

  it("shows the header alone where nothing differs", () => {
    expect(policyDiff(program("a\n"), program("a\n"))).toBe("--- active/policy.ts\n+++ proposed/policy.ts\n");
  });

  it("shows both whole where they are too far apart to align", () => {
    const lines = (letter: string) => Array.from({ length: 3000 }, (_, line) => `${letter}${line}`).join("\n");
    const diff = policyDiff(program(lines("a")), program(lines("b")));
    expect(diff.split("\n").filter((line) => line.startsWith("-a"))).toHaveLength(3000);
    expect(diff.split("\n").filter((line) => line.startsWith("+b"))).toHaveLength(3000);
  });
});
