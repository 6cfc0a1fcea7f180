import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALLOWS, type ApproverDoor, BROKEN, fault, openApproverDoor } from "../testing/approver-door.ts";

let door: ApproverDoor;
beforeEach(async () => {
  door = await openApproverDoor();
});
afterEach(() => door.close());

const active = () => door.reader.policies.active("default");
const setText = (source: string, more: Record<string, unknown> = {}) =>
  door.call("set_policy_text", { source, language: "javascript", ...more });

describe("set_policy_text", () => {
  it("makes a program the policy, as the agent's first too", async () => {
    const { structuredContent } = await setText(ALLOWS, { reason: "to begin with" });
    expect(structuredContent).toMatchObject({
      version: 1,
      mode: "custom",
      non_interactive: false,
      author: "user:ann",
      reason: "to begin with",
    });
    expect(await active()).toMatchObject({ version: 1, source: ALLOWS });
  });

  it("leaves the old policy in force where the program fails its check", async () => {
    const before = await door.start("default");
    expect(await setText(BROKEN)).toMatchObject(fault("invalid_policy", { errors: [{ line: 2 }] }));
    expect(await active()).toEqual(before);
  });
});

describe("set_policy", () => {
  it("goes back to an earlier version, as a new one", async () => {
    const first = await door.start("default");
    await setText(ALLOWS);
    const { structuredContent } = await door.call("set_policy", { version: 1 });
    expect(structuredContent).toMatchObject({
      version: 3,
      digest: first.digest,
      mode: "ask-writes",
      author: "user:ann",
      reason: "back to version 1",
    });
    expect(await active()).toMatchObject({ version: 3, source: first.source });
  });

  it("refuses a version there is not", async () => {
    await door.start("default");
    expect(await door.call("set_policy", { version: 7 })).toMatchObject(fault("not_found"));
    expect(await active()).toMatchObject({ version: 1 });
  });
});

describe("validate_policy", () => {
  it("says what is wrong and changes nothing", async () => {
    const before = await door.start("default");
    const answer = await door.call("validate_policy", { source: BROKEN, language: "javascript" });
    expect(answer.structuredContent).toMatchObject({ valid: false, errors: [{ line: 2 }] });
    expect(answer).not.toMatchObject({ isError: true });
    expect(await active()).toEqual(before);
  });

  it("counts the program's own tests", async () => {
    const source = `${ALLOWS}export const tests = [{ call: { name: "a", arguments: {} }, decision: "allow" }];\n`;
    const { structuredContent } = await door.call("validate_policy", { source, language: "javascript" });
    expect(structuredContent).toMatchObject({ valid: true, errors: [], tests: { total: 1, passed: 1, failed: 0 } });
  });
});

describe("reload_policy", () => {
  it("checks the active policy and writes nothing", async () => {
    const { source: _, ...before } = await door.start("default");
    expect((await door.call("reload_policy")).structuredContent).toEqual(before);
    expect(await door.reader.policies.versions("default")).toHaveLength(1);
  });

  it("makes a source the policy, in the active one's language", async () => {
    await door.start("default");
    const { structuredContent } = await door.call("reload_policy", { source: ALLOWS });
    expect(structuredContent).toMatchObject({ version: 2, language: "typescript", mode: "custom", reason: "reloaded" });
  });

  it("leaves the old policy in force where the source fails its check", async () => {
    const before = await door.start("default");
    expect(await door.call("reload_policy", { source: BROKEN })).toMatchObject(fault("invalid_policy"));
    expect(await active()).toEqual(before);
  });

  it("says what to do where there is no policy", async () => {
    expect(await door.call("reload_policy")).toMatchObject(fault("not_found"));
  });
});

describe("list_modes", () => {
  const inForce = async () => {
    const { structuredContent } = await door.call("list_modes");
    const { modes } = structuredContent as { modes: { id: string; active: boolean }[] }; // as the tool answers
    return modes.map(({ id, active }) => [id, active]);
  };

  it("lists what ships, and which is in force", async () => {
    await door.start("default");
    expect(await inForce()).toEqual([
      ["read-only", false],
      ["ask-writes", true],
      ["open", false],
      ["deny-all", false],
      ["non-interactive", false],
    ]);
  });

  it("marks none where the policy is a program of one's own", async () => {
    await setText(ALLOWS);
    expect((await inForce()).filter(([, active]) => active)).toEqual([]);
  });

  it("marks non-interactive beside the mode it wraps", async () => {
    await door.start("default");
    await door.call("set_mode", { id: "non-interactive" });
    expect((await inForce()).filter(([, active]) => active)).toEqual([
      ["ask-writes", true],
      ["non-interactive", true],
    ]);
  });
});

describe("set_mode", () => {
  it("makes a shipped policy the policy", async () => {
    await door.start("default");
    const { structuredContent } = await door.call("set_mode", { id: "deny-all" });
    expect(structuredContent).toMatchObject({ version: 2, mode: "deny-all", reason: "mode deny-all" });
  });

  it("keeps the program for non-interactive, and another mode clears it", async () => {
    await setText(ALLOWS);
    const wrapped = await door.call("set_mode", { id: "non-interactive" });
    expect(wrapped.structuredContent).toMatchObject({ version: 2, mode: "custom", non_interactive: true });
    expect(await active()).toMatchObject({ source: ALLOWS });
    const cleared = await door.call("set_mode", { id: "read-only" });
    expect(cleared.structuredContent).toMatchObject({ version: 3, mode: "read-only", non_interactive: false });
  });

  it("refuses non-interactive where there is nothing to wrap, and a mode there is not", async () => {
    expect(await door.call("set_mode", { id: "non-interactive" })).toMatchObject(fault("wrong_state"));
    expect(await door.call("set_mode", { id: "yolo" })).toMatchObject(fault("invalid_input"));
    expect(await active()).toBeNull();
  });
});

describe("accept_definition", () => {
  const observe = (digest: string) =>
    door.gate.definitions.observe({
      agent: "default",
      server: "files",
      tools: [{ tool: "write", definition: { name: "write", digest }, digest }],
    });

  it("N37 accepts the definition that was read, and no other", async () => {
    await observe("one");
    expect(await observe("two")).toHaveLength(1);
    const stale = await door.call("accept_definition", { server: "files", tool: "write", digest: "one" });
    expect(stale).toMatchObject(fault("stale_review"));
    const accepted = await door.call("accept_definition", { server: "files", tool: "write", digest: "two" });
    expect(accepted.structuredContent).toEqual({ server: "files", tool: "write", digest: "two" });
    expect(await observe("two")).toEqual([]);
  });

  it("refuses a tool that did not change", async () => {
    expect(await door.call("accept_definition", { server: "files", tool: "read", digest: "x" })).toMatchObject(
      fault("not_found"),
    );
  });
});
