import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALLOWS, fault, openProposerDoor, type ProposerDoor } from "../testing/proposer-door.ts";

let door: ProposerDoor;
beforeEach(async () => {
  door = await openProposerDoor();
});
afterEach(() => door.close());

const propose = (source: string, more: Record<string, unknown> = {}) =>
  door.call("propose_policy", { source, language: "javascript", ...more });

describe("propose_policy", () => {
  it("stores a program that passes its check, and activates nothing", async () => {
    const { structuredContent } = await propose(ALLOWS, { title: "Open", rationale: "why not" });
    const [stored, ...others] = await door.reader.proposals.list({ agent: "default" });
    expect(others).toEqual([]);
    expect(structuredContent).toEqual({ id: stored?.id, status: "pending" });
    expect(stored).toMatchObject({
      agent: "default",
      status: "pending",
      language: "javascript",
      title: "Open",
      rationale: "why not",
      source: ALLOWS,
      decided_at: null,
    });
    expect(await door.reader.policies.active("default")).toBeNull();
  });

  it("answers a syntax error with its line and column, and stores nothing", async () => {
    const answer = await propose("export default () => (\n  {{ ;\n");
    expect(answer).toMatchObject(
      fault("invalid_policy", { errors: [{ line: expect.any(Number), column: expect.any(Number) }] }),
    );
    expect(JSON.stringify(answer.content)).toMatch(/line 2, column \d+/);
    expect(await door.reader.proposals.list({})).toEqual([]);
  });

  it("names the first of its own tests that fails, and stores nothing", async () => {
    const answer = await propose(
      `${ALLOWS}export const tests = [{ call: { name: "rm", arguments: {} }, decision: "deny_abort" }];\n`,
    );
    expect(answer).toMatchObject(fault("invalid_policy"));
    expect(await door.reader.proposals.list({})).toEqual([]);
  });

  it("N22 refuses a program that never ends", async () => {
    expect(await propose("for (;;) {}\nexport default () => null;\n")).toMatchObject(fault("invalid_policy"));
  });

  it("N28 refuses more than 64 KiB before anything looks at it", async () => {
    const fits = `${ALLOWS}//${"x".repeat(64 * 1024 - ALLOWS.length - 2)}`;
    expect(await propose(`${fits}x`)).toMatchObject(fault("too_large", { bytes: 65_537, limit: 65_536 }));
    expect(await propose(fits)).not.toMatchObject({ isError: true });
  });

  it("counts bytes, not characters", async () => {
    expect(await propose(`//${"€".repeat(30_000)}`)).toMatchObject(fault("too_large", { bytes: 90_002 }));
  });

  it("refuses an eleventh that is open", async () => {
    for (const _ of Array.from({ length: 10 })) await propose(ALLOWS);
    expect(await propose(ALLOWS)).toMatchObject(fault("too_many"));
    expect(await door.reader.proposals.list({})).toHaveLength(10);
  });

  it("is for its own agent, whatever the arguments say", async () => {
    expect(await propose(ALLOWS, { agent: "other" })).toMatchObject(fault("invalid_input"));
  });
});
