import type { Child } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALLOW_ALL, openReaderDoor, type ReaderDoor } from "./testing/reader-door.ts";

/** Answers with the context it was given, so that a test can read it. */
const ECHO = 'export default (call, context) => ({ decision: "ask", rationale: JSON.stringify(context) });\n';

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
});
afterEach(() => door.close());

const call = (child: Child, name: string, args: object) =>
  child.request("tools/call", { name, arguments: { ...args } });
const activate = (source: string, agent = "default") =>
  door.approver.policies.activate({ ...ALLOW_ALL, agent, source });

describe("decide", () => {
  it("answers the decision with the policy it was made under", async () => {
    const { version, digest } = await activate(ALLOW_ALL.source);
    const { structuredContent } = await call(await door.connect("human", "default"), "decide", { name: "files_write" });
    expect(structuredContent).toMatchObject({
      decision: "allow",
      rationale: "all of it",
      policy: { version, digest },
    });
  });

  it("replaces an agent's context with the host's facts", async () => {
    await activate(ECHO);
    const child = await door.connect("agent", "default", { decide: true });
    const answer = await call(child, "decide", { name: "a", context: { principal: "human", safety: "read_only" } });
    expect(JSON.parse((answer.structuredContent as { rationale: string }).rationale)).toEqual({
      principal: "agent",
      agent: "default",
      server: "",
      tool: "",
      safety: "mutating",
      annotations: {},
      mode: "custom",
      interactive: true,
      session: "",
    });
  });

  it("decides a person's question with the facts the person states", async () => {
    await activate(ECHO);
    const child = await door.connect("human", "default");
    const answer = await call(child, "decide", { name: "a", context: { safety: "read_only", server: "files" } });
    expect(JSON.parse((answer.structuredContent as { rationale: string }).rationale)).toMatchObject({
      principal: "agent",
      safety: "read_only",
      server: "files",
      tool: "",
    });
  });

  it("refuses facts that are not in the context, and another agent's", async () => {
    await activate(ECHO);
    const child = await door.connect("human", "default");
    const odd = await call(child, "decide", { name: "a", context: { safety: "harmless" } });
    const other = await call(child, "decide", { name: "a", context: { agent: "other" } });
    expect(odd).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_input" } } });
    expect(JSON.stringify(odd)).toContain("context.safety");
    expect(other).toMatchObject({ isError: true, structuredContent: { error: { code: "invalid_input" } } });
  });

  it("is a fault where the agent has no policy at all", async () => {
    const answer = await call(await door.connect("human", "default"), "decide", { name: "a" });
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "evaluator_error", kind: "no_policy" } },
    });
  });

  it("N21 is a fault where the program throws", async () => {
    await activate('export default () => { throw new Error("no"); };\n');
    const answer = await call(await door.connect("human", "default"), "decide", { name: "a" });
    expect(answer).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "evaluator_error", kind: "threw" } },
    });
  });

  it("N29 is rate-limited for an agent and leaves no record", async () => {
    await activate(ALLOW_ALL.source);
    const child = await door.connect("agent", "default", { decide: true, now: () => 0 });
    const calls = Array.from({ length: 100 }, () => ({ name: "a" }));
    expect(await call(child, "decide_batch", { calls })).not.toMatchObject({ isError: true });
    expect(await call(child, "decide", { name: "a" })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "rate_limited" } },
    });
    const reader = await door.connect("human", "default");
    const { contents } = await reader.request("resources/read", { uri: "approvals://history" });
    expect(JSON.parse((contents as [{ text: string }])[0].text)).toEqual({ pending: [], decided: [] });
  });

  it("is not rate-limited for a person", async () => {
    await activate(ALLOW_ALL.source);
    const child = await door.connect("human", "default", { now: () => 0 });
    const calls = Array.from({ length: 100 }, () => ({ name: "a" }));
    await call(child, "decide_batch", { calls });
    expect(await call(child, "decide_batch", { calls })).not.toMatchObject({ isError: true });
  });
});

describe("decide_batch", () => {
  it("answers each call in order", async () => {
    await activate('export default ({ name }) => ({ decision: name === "b" ? "ask" : "allow", rationale: name });\n');
    const { structuredContent } = await call(await door.connect("human", "default"), "decide_batch", {
      calls: [{ name: "a" }, { name: "b", arguments: { x: 1 } }, { name: "c" }],
    });
    expect(structuredContent).toMatchObject({
      results: [
        { decision: "allow", rationale: "a" },
        { decision: "ask", rationale: "b" },
        { decision: "allow", rationale: "c" },
      ],
    });
  });

  it("refuses more than a hundred calls", async () => {
    await activate(ALLOW_ALL.source);
    const calls = Array.from({ length: 101 }, () => ({ name: "a" }));
    expect(await call(await door.connect("human", "default"), "decide_batch", { calls })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "invalid_input" } },
    });
  });
});
