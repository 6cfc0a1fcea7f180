import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Compositor } from "@sallyport/compositor";
import type { JsonObject } from "@sallyport/contract/json";
import { type Child, memoryFront } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Gateway, openGateway } from "./gateway.ts";
import { TOLD_SERVER } from "./testing/told-server.ts";

let folder: string;
let gateway: Gateway;
let clients: Child[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-doors-"));
  clients = [];
  gateway = await openGateway({
    store: `sqlite:${join(folder, "state.db")}`,
    agent: "a",
    config: { mounts: [], environment: {}, notices: [] },
    interactive: true,
    log: () => {},
  });
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await gateway.close();
  rmSync(folder, { recursive: true });
});

async function enter({ openSession }: Compositor, told: string[] = []): Promise<Child> {
  const { front, connect } = memoryFront();
  await openSession({ transport: front });
  const client = await connect({
    info: { name: "test", version: "1" },
    capabilities: {},
    onNotification: (method, { uri }) => told.push(`${method} ${String(uri)}`),
  });
  clients.push(client);
  return client;
}

const names = (list: unknown, key: string) => (list as JsonObject[]).map((entry) => String(entry[key])).toSorted();
const call = (client: Child, name: string, args: JsonObject = {}) =>
  client.request("tools/call", { name, arguments: args });

describe("openGateway", { timeout: 60_000 }, () => {
  it("N11, N13 gives each principal its own servers and nothing of the other's", async () => {
    const [agent, human] = [await enter(gateway.compositor), await enter(await gateway.human("user:ann"))];
    const [{ tools: agents }, { tools: humans }] = [
      await agent.request("tools/list"),
      await human.request("tools/list"),
    ];
    const mountsOf = (tools: unknown) => [
      ...new Set(
        names(tools, "name").map((name) => /^(policy_[a-z]+|chat_[a-z]+|compositor_[a-z]+|[a-z]+)_/.exec(name)?.[1]),
      ),
    ];
    expect(mountsOf(agents)).toEqual(["chat_assistant", "compositor_admin", "loop", "policy_proposer", "resources"]);
    expect(mountsOf(humans)).toEqual([
      "chat_human",
      "compositor_admin",
      "policy_approver",
      "policy_reader",
      "resources",
    ]);
    const unknown = { code: -32602 };
    await expect(call(agent, "policy_approver_set_mode", { id: "open" })).rejects.toMatchObject(unknown);
    await expect(call(agent, "chat_human_post", { content: "x" })).rejects.toMatchObject(unknown);
    await expect(call(human, "loop_yield_turn")).rejects.toMatchObject(unknown);
    await expect(call(human, "chat_assistant_post", { content: "x" })).rejects.toMatchObject(unknown);
    await expect(agent.request("resources/read", { uri: "approvals://policy_reader/pending" })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("lets an agent read through `resources` no more than without", async () => {
    const [agent, human] = [await enter(gateway.compositor), await enter(await gateway.human("user:ann"))];
    const read = async (client: Child, server: string, uri: string) =>
      (await call(client, "resources_read", { server, uri })).structuredContent;
    const gone = { error: expect.objectContaining({ code: "not_found" }) };
    expect(await read(human, "policy_reader", "approvals://pending")).toMatchObject({ total_parts: 1 });
    expect(await read(agent, "policy_reader", "approvals://pending")).toEqual(gone);
    expect(await read(agent, "policy_approver", "approvals://pending")).toEqual(gone);
    expect(await read(human, "compositor_meta", "compositor://state/loop")).toMatchObject({ total_parts: 1 });
    expect(await read(agent, "compositor_meta", "compositor://state/loop")).toMatchObject({ total_parts: 1 });
    expect(await read(agent, "compositor_meta", "compositor://state/policy_approver")).toEqual(gone);
    const { structuredContent } = await call(agent, "resources_list");
    expect(JSON.stringify(structuredContent)).not.toMatch(/approvals:|chat_human|policy_approver/);
  });

  it("tells a session of what `resources` subscribed to, once, by its name on the front", async () => {
    const told: string[] = [];
    const [agent, human] = [await enter(gateway.compositor, told), await enter(await gateway.human("user:ann"))];
    const subscribed = await call(agent, "resources_subscribe", { server: "chat_assistant", uri: "chat://head" });
    expect(subscribed.isError).toBeUndefined();
    await call(human, "chat_human_post", { content: "one" });
    const updates = () => told.filter((line) => line.startsWith("notifications/resources/updated"));
    await expect.poll(updates, { timeout: 20_000 }).not.toEqual([]);
    await call(human, "chat_human_post", { content: "two" });
    await expect.poll(() => updates().length, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(updates()).toEqual(Array(2).fill("notifications/resources/updated chat://chat_assistant/head"));
  });

  it("mounts for the agent what its person attaches, without asking", async () => {
    const [agent, human] = [await enter(gateway.compositor), await enter(await gateway.human("user:ann"))];
    const told = join(folder, "told.mjs");
    writeFileSync(told, TOLD_SERVER);
    const spec = { type: "stdio", command: process.execPath, args: [told] };
    expect(await call(human, "compositor_admin_attach_server", { name: "told", spec })).toMatchObject({
      structuredContent: { ok: true, state: "running" },
    });
    expect(names((await agent.request("tools/list")).tools, "name")).toContain("told_tell");
    expect(names((await human.request("tools/list")).tools, "name")).not.toContain("told_tell");
    await call(human, "compositor_admin_detach_server", { name: "told" });
    expect(names((await agent.request("tools/list")).tools, "name")).not.toContain("told_tell");
  });

  it("carries messages between the two doors", async () => {
    const [agent, human] = [await enter(gateway.compositor), await enter(await gateway.human("user:ann"))];
    await call(human, "chat_human_post", { content: "hello" });
    const { structuredContent } = await call(agent, "chat_assistant_read_pending_messages");
    expect(structuredContent).toMatchObject({ messages: [{ author: "human", content: "hello" }] });
  });

  it("lets the person decide at one door what waits at the other", async () => {
    const [agent, human] = [await enter(gateway.compositor), await enter(await gateway.human("user:ann"))];
    const spec = { type: "stdio", command: "no-such-program" };
    const attached = call(agent, "compositor_admin_attach_server", { name: "x", spec });
    const refused = expect(attached).rejects.toMatchObject({ code: -32950 });
    const pending = async () => {
      const { contents } = await human.request("resources/read", { uri: "approvals://policy_reader/pending" });
      return /approval-[0-9a-f-]+/.exec(JSON.stringify(contents))?.[0];
    };
    await expect.poll(pending, { timeout: 20_000 }).toBeDefined();
    const id = await pending();
    expect(await call(human, "policy_approver_deny", { id, reason: "no", stop_agent: true })).toMatchObject({
      structuredContent: { state: "denied" },
    });
    await refused;
    await expect(call(agent, "loop_yield_turn")).rejects.toMatchObject({ code: -32950 });
  });

  it("opens the person's door once", async () => {
    expect(await gateway.human("user:ann")).toBe(await gateway.human("user:ann"));
  });
});
