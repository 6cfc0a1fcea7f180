import { readFile } from "node:fs/promises";
import * as chat from "@sallyport/contract/chat";
import * as compositorAdmin from "@sallyport/contract/compositor-admin";
import type { CallContext } from "@sallyport/contract/decisions";
import * as loop from "@sallyport/contract/loop";
import * as policyProposer from "@sallyport/contract/policy-proposer";
import * as resources from "@sallyport/contract/resources";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChecker, createDecider, listModes, loadMode, openQuickjs, type PolicyEngine } from "./index.ts";

const STORED = {
  agent: "default",
  version: 1,
  digest: "d1",
  non_interactive: false,
  author: "test",
  reason: "test",
  created_at: "2026-01-01T00:00:00.000Z",
};
const CONTEXT: Omit<CallContext, "server" | "tool"> = {
  principal: "agent",
  agent: "default",
  safety: "mutating",
  annotations: {},
  mode: "custom",
  interactive: true,
  session: "s1",
};
const IDS = ["read-only", "ask-writes", "open", "deny-all"] as const;

/** The agent's own servers that can do no harm, and what each has. */
const HARMLESS = { loop, chat_assistant: chat, resources, policy_proposer: policyProposer };
const ADMIN = { compositor_admin: compositorAdmin };

function toolsOf(pages: Record<string, object>): { server: string; tool: string }[] {
  return Object.entries(pages).flatMap(([server, page]) =>
    Object.values(page)
      .filter((entry) => typeof entry === "object" && "annotations" in entry)
      .map(({ name }) => ({ server, tool: String(name) })),
  );
}

const named = (decision: string, tools: { server: string; tool: string }[]) =>
  tools.map(({ server, tool }) => `${server}_${tool} ${decision}`);

describe("loadMode", { timeout: 30_000 }, () => {
  let engine: PolicyEngine;
  beforeAll(() => {
    engine = openQuickjs();
  });
  afterAll(() => engine.close());

  async function decided(id: (typeof IDS)[number], tools: { server: string; tool: string }[]): Promise<string[]> {
    const version = { ...(await loadMode(id)), ...STORED, mode: id };
    const decider = createDecider({ active: async () => version, engines: [engine] });
    const words: string[] = [];
    for (const { server, tool } of tools) {
      const name = `${server}_${tool}`;
      const { decision } = await decider.decide({ name, arguments: {} }, { ...CONTEXT, mode: id, server, tool });
      words.push(`${name} ${decision}`);
    }
    await decider.close();
    return words;
  }

  it.each(IDS)("%s passes its own tests", async (id) => {
    const mode = await loadMode(id);
    const check = await createChecker({ engines: [engine] }).check(mode);
    expect(check).toEqual({
      valid: true,
      errors: [],
      tests: { total: 19, passed: 19, failed: 0 },
      types: expect.any(String),
    });
  });

  it.each(IDS)("%s allows every harmless tool of the product, as the contract names them", async (id) => {
    const tools = toolsOf(HARMLESS);
    expect(tools.length).toBeGreaterThan(15);
    expect(await decided(id, tools)).toEqual(named("allow", tools));
  });

  it.each([
    ["read-only", "deny_continue"],
    ["ask-writes", "ask"],
    ["open", "allow"],
    ["deny-all", "deny_continue"],
  ] as const)("%s answers compositor_admin with %s", async (id, decision) => {
    const tools = toolsOf(ADMIN);
    expect(tools).toHaveLength(2);
    expect(await decided(id, tools)).toEqual(named(decision, tools));
  });

  it("has no program for non-interactive, which wraps another", async () => {
    await expect(loadMode("non-interactive")).rejects.toThrow(RangeError);
    expect(listModes().map(({ id }) => id)).toEqual(["read-only", "ask-writes", "open", "deny-all", "non-interactive"]);
  });

  it("is what the README shows", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const shown = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "no example";
    expect((await loadMode("ask-writes")).source).toContain(shown);
  });
});
