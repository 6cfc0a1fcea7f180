import { mountStatePage } from "@sallyport/contract/compositor-meta";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listedUris, type MetaDoor, openMetaDoor, readPage, SINCE } from "../testing/meta-door.ts";

let door: MetaDoor;
beforeEach(async () => {
  door = await openMetaDoor();
});
afterEach(() => door.close());

const uri = (name: string) => `compositor://state/${name}`;
const updated = (name: string) => `notifications/resources/updated ${uri(name)}`;
const LIST_CHANGED = "notifications/resources/list_changed";
const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "f", version: "1" },
};

describe("serveMountStates", () => {
  it("lists one resource a mount", async () => {
    await door.record({ name: "files" });
    await door.record({ name: "mail" });
    const child = await door.connect("agent");
    expect(await listedUris(child)).toEqual([uri("files"), uri("mail")]);
  });

  it("shows what each does, and since when", async () => {
    const about = { sandbox: "not confined", restarts: 2, since: SINCE };
    const tools = [{ name: "read", inputSchema: { type: "object" } }];
    await door.record({ name: "starts", restarts: 2 });
    await door.record({ name: "runs", restarts: 2, state: { state: "running", initialize, tools } });
    await door.record({ name: "broken", restarts: 2, state: { state: "failed", error: "spawn nope ENOENT" } });
    const child = await door.connect("agent");
    const pages = [await readPage(child, "starts"), await readPage(child, "runs"), await readPage(child, "broken")];
    expect(pages).toEqual([
      { state: "initializing", ...about },
      { state: "running", initialize, tools, ...about },
      { state: "failed", error: "spawn nope ENOENT", ...about },
    ]);
    expect(pages.every((page) => mountStatePage.safeParse(page).success)).toBe(true);
  });

  it("shows a person how each is launched, and an agent nothing of it", async () => {
    const launch = { type: "stdio" as const, command: "npx", args: ["-y", "files"], env: ["TOKEN"] };
    await door.record({ name: "files", launch });
    await door.record({ name: "loop", origin: "product" });
    const human = await door.connect("human");
    const pages = [await readPage(human, "files"), await readPage(human, "loop")];
    expect(pages).toMatchObject([{ launch }, { launch: null }]);
    expect(pages.every((page) => mountStatePage.safeParse(page).success)).toBe(true);
    expect(await readPage(await door.connect("agent"), "files")).not.toHaveProperty("launch");
  });

  it("shows a person what a server writes to stderr as it comes, and tells an agent nothing of it", async () => {
    await door.record({ name: "files", stderr: ["listening \u202e"], stderr_lines: 1 });
    const [human, agent] = [await door.connect("human"), await door.connect("agent")];
    const page = await readPage(human, "files");
    expect(page).toMatchObject({ stderr: ["listening \u202e"] });
    expect(mountStatePage.safeParse(page).success).toBe(true);
    expect(await readPage(agent, "files")).not.toHaveProperty("stderr");
    for (const child of [human, agent]) await child.request("resources/subscribe", { uri: uri("files") });
    await door.recordStderr("files", ["one more"]);
    await door.record({ name: "mail" });
    await vi.waitFor(() => expect(door.heard).toHaveLength(3));
    expect(door.heard.toSorted()).toEqual([LIST_CHANGED, LIST_CHANGED, updated("files")]);
    expect(await readPage(human, "files")).toMatchObject({ stderr: ["one more"] });
  });

  it("N45 shows the words of a failed child in one visible form", async () => {
    await door.record({ state: { state: "failed", error: "boom \u001b[2J\u202egpj\nlast line" } });
    expect(await readPage(await door.connect("agent"), "files")).toMatchObject({
      error: "boom ⟦U+001B⟧[2J⟦U+202E⟧gpj\nlast line",
    });
  });

  it.each([
    "compositor://state/nothing",
    "compositor://state/files/",
    "compositor://state/FILES",
    "compositor://files",
    "",
  ])("does not know `%s`", async (asked) => {
    await door.record({ name: "files" });
    const child = await door.connect("human");
    await expect(child.request("resources/read", { uri: asked })).rejects.toMatchObject({ code: -32002 });
    await expect(child.request("resources/subscribe", { uri: asked })).rejects.toMatchObject({ code: -32002 });
  });

  it("shows an agent nothing of a person's servers, and nothing of another agent's", async () => {
    await door.record({ name: "files" });
    await door.record({ name: "policy_approver", view: "human", origin: "product" });
    await door.record({ name: "theirs", agent: "other" });
    const child = await door.connect("agent");
    expect(await listedUris(child)).toEqual([uri("files")]);
    const asked = ["policy_approver", "theirs", "nothing"].map((name) => readPage(child, name).catch((error) => error));
    const [hidden, others, unknown] = await Promise.all(asked);
    const told = (error: { code: number; message: string }) => [error.code, error.message];
    expect([told(hidden as never), told(others as never)]).toEqual([told(unknown as never), told(unknown as never)]);
  });

  it("shows a person both views, one entry a name, the agent's first", async () => {
    await door.record({ name: "loop", origin: "product" });
    await door.record({ name: "resources", restarts: 1 });
    await door.record({ name: "resources", view: "human", restarts: 7 });
    await door.record({ name: "policy_approver", view: "human", origin: "product" });
    await door.record({ name: "theirs", agent: "other" });
    const child = await door.connect("human");
    expect(await listedUris(child)).toEqual([uri("loop"), uri("resources"), uri("policy_approver")]);
    expect(await readPage(child, "resources")).toMatchObject({ restarts: 1 });
  });

  it("tells of moves to who follows them, and of servers that come and go to all", async () => {
    await door.record({ name: "files" });
    const child = await door.connect("agent");
    await child.request("resources/subscribe", { uri: uri("files") });
    await door.record({ name: "files", state: { state: "running", initialize, tools: [] } });
    await vi.waitFor(() => expect(door.heard).toEqual([updated("files")]));
    await door.record({ name: "mail" });
    await vi.waitFor(() => expect(door.heard.slice(1)).toEqual([LIST_CHANGED]));
    await door.remove("files");
    await vi.waitFor(() => expect(door.heard.slice(2)).toEqual([updated("files"), LIST_CHANGED]));
    await door.record({ name: "files" });
    await vi.waitFor(() => expect(door.heard.slice(4)).toEqual([updated("files"), LIST_CHANGED]));
  });

  it("tells an agent nothing when a person's server moves, not even one of the same name", async () => {
    await door.record({ name: "resources" });
    const child = await door.connect("agent");
    await child.request("resources/subscribe", { uri: uri("resources") });
    await door.record({ name: "resources", view: "human" });
    await door.record({ name: "policy_approver", view: "human" });
    await door.record({ name: "files", agent: "other" });
    await door.remove("policy_approver", "human");
    await door.record({ name: "resources", restarts: 1 });
    await vi.waitFor(() => expect(door.heard).toEqual([updated("resources")]));
  });

  it("says at once what changed together", async () => {
    const child = await door.connect("agent");
    await child.request("ping");
    await Promise.all(Array.from({ length: 50 }, (_, n) => door.record({ name: `server-${n}` })));
    await vi.waitFor(async () => expect(await listedUris(child)).toHaveLength(50));
    await door.record({ name: "last" });
    await vi.waitFor(() => expect(door.heard.length).toBeGreaterThan(0));
    expect(door.heard.every((told) => told === LIST_CHANGED)).toBe(true);
    expect(door.heard.length).toBeLessThan(51);
  });

  it("a compositor that ended takes what it recorded with it", async () => {
    await door.record({ name: "files" });
    const child = await door.connect("agent");
    expect(await listedUris(child)).toHaveLength(1);
    await door.gate.close();
    await vi.waitFor(() => expect(door.heard).toEqual([LIST_CHANGED]));
    expect(await listedUris(child)).toEqual([]);
  });
});
