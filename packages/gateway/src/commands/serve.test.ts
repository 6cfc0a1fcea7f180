import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ended, SallyportBed } from "../testing/sallyport-bed.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));
const LOOP = fileURLToPath(new URL("../../../loop/src/bin.ts", import.meta.url));
const SOURCE = "--conditions=@sallyport/source";
const TURNS = { command: process.execPath, args: [SOURCE, LOOP] };
const BROKEN_POLICY = {
  language: "javascript",
  source: "export default function (",
  mode: "custom",
  non_interactive: false,
  author: "user:test",
  reason: "",
} as const;
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

describe("sallyport serve", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
  });
  afterEach(() => bed[Symbol.dispose]());

  const connect = (servers: object) => {
    bed.write(".mcp.json", JSON.stringify({ mcpServers: servers }));
    return connectChild(
      { type: "stdio", command: process.execPath, args: [SOURCE, BIN], env: bed.env, cwd: bed.folder },
      { info: { name: "test", version: "1" }, capabilities: {} },
    );
  };

  it("shows an agent its servers and its own faces, and nothing of a person's", async () => {
    const agent = await connect({ turns: TURNS });
    const { tools } = await agent.request("tools/list");
    await agent.close();
    const names = (tools as { name: string }[]).map(({ name }) => name).toSorted();
    expect(names).toContain("resources_read");
    expect(names.filter((name) => !name.startsWith("resources_"))).toEqual([
      "chat_assistant_post",
      "chat_assistant_read_pending_messages",
      "compositor_admin_attach_server",
      "compositor_admin_detach_server",
      "loop_yield_turn",
      "policy_proposer_propose_policy",
      "policy_proposer_withdraw_proposal",
      "turns_yield_turn",
    ]);
  });

  it("holds a call until a person at another terminal says yes", async () => {
    const agent = await connect({ turns: TURNS });
    const call = agent.request("tools/call", { name: "turns_yield_turn", arguments: {} });
    const id = await expect
      .poll(async () => JSON.parse((await bed.run(["approvals", "list", "--json"])).stdout)[0]?.approval_id, {
        timeout: 30_000,
      })
      .toBeDefined()
      .then(async () => JSON.parse((await bed.run(["approvals", "list", "--json"])).stdout)[0].approval_id);
    expect((await bed.run(["approvals", "approve", id])).stdout).toBe(`approved ${id}; the call runs now\n`);
    expect(await call).toMatchObject({ structuredContent: { ok: true } });
    await agent.close();
  });

  it("with nobody to ask, denies what would ask", async () => {
    bed.write(".mcp.json", JSON.stringify({ mcpServers: { turns: TURNS } }));
    const agent = await connectChild(
      {
        type: "stdio",
        command: process.execPath,
        args: [SOURCE, BIN, "serve", "--non-interactive"],
        env: bed.env,
        cwd: bed.folder,
      },
      { info: { name: "test", version: "1" }, capabilities: {} },
    );
    const call = agent.request("tools/call", { name: "turns_yield_turn", arguments: {} });
    await expect(call).rejects.toMatchObject({ code: -32951, message: "policy_denied_continue" });
    await agent.close();
  });

  it("serves what works when one command does not exist and one variable is unset", async () => {
    const agent = await connect({ gone: { command: "no-such-program" }, unset: { command: `\${NOPE}` }, turns: TURNS });
    const { tools } = await agent.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toContain("turns_yield_turn");
    const mounts = JSON.parse((await bed.run(["mounts", "--json"])).stdout) as { name: string; state: object }[];
    await agent.close();
    expect(mounts.find(({ name }) => name === "unset")?.state).toEqual({
      state: "failed",
      error: expect.stringContaining("the variable `NOPE` is not set"),
    });
    expect(mounts.find(({ name }) => name === "gone")?.state).toMatchObject({
      state: "failed",
      error: expect.stringContaining("no-such-program"),
    });
  });

  it.each([["stdin ends"], ["SIGTERM"], ["SIGINT"]])("ends with exit 0 when %s", async (how) => {
    bed.write(".mcp.json", JSON.stringify({ mcpServers: { turns: TURNS } }));
    const child = bed.start([]);
    const end = ended(child);
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await once(child.stdout, "data");
    if (how === "stdin ends") child.stdin.end();
    else child.kill(how as NodeJS.Signals);
    expect((await end).code).toBe(0);
  });

  it("starts with a policy that does not load, refuses every call, and doctor says why", async () => {
    const desk = await openStore(bed.store, "approver");
    await desk.policies.activate({ ...BROKEN_POLICY, agent: "default" });
    await desk.close();
    const agent = await connect({ turns: TURNS });
    const call = (name: string) => agent.request("tools/call", { name, arguments: {} });
    await expect(call("turns_yield_turn")).rejects.toMatchObject({ code: -32953, message: "policy_evaluator_error" });
    await expect(call("loop_yield_turn")).rejects.toMatchObject({ code: -32953 });
    const doctor = await bed.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain("fail  policy    version 1 does not load, so every call is refused: line 1: ");
    expect((await bed.run(["modes", "set", "open"])).code).toBe(0);
    await expect
      .poll(() => call("turns_yield_turn"), { timeout: 10_000 })
      .toMatchObject({ structuredContent: { ok: true } });
    await agent.close();
  });

  it("reads its configuration again on SIGHUP, and keeps the old one where the new one is wrong", async () => {
    const agent = await connect({ turns: TURNS });
    const mounted = async () => {
      const { tools } = await agent.request("tools/list");
      return (tools as { name: string }[]).map(({ name }) => name).filter((name) => name.endsWith("_yield_turn"));
    };
    expect(await mounted()).toEqual(["loop_yield_turn", "turns_yield_turn"]);
    bed.write(".mcp.json", JSON.stringify({ mcpServers: { turns: TURNS, more: TURNS } }));
    process.kill(agent.pid ?? 0, "SIGHUP");
    await expect.poll(mounted, { timeout: 10_000 }).toEqual(["loop_yield_turn", "turns_yield_turn", "more_yield_turn"]);
    bed.write(".mcp.json", "{");
    process.kill(agent.pid ?? 0, "SIGHUP");
    expect(await mounted()).toEqual(["loop_yield_turn", "turns_yield_turn", "more_yield_turn"]);
    await agent.close();
  });

  it("says how to make a configuration where there is none", async () => {
    const run = await bed.run([]);
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain(`{"mcpServers": {"files": {"command": "npx"`);
  });

  it("N64 does not start with a safety option it does not have, and names all that is wrong", async () => {
    const path = bed.write(
      "servers.json",
      `{"mcpServers": {"a": {"comand": "x"}},\n "sallyport": {"approvals": {"requireTwo": true}}}`,
    );
    expect(await bed.run(["serve", "--config", "servers.json"])).toEqual({
      code: 78,
      stdout: "",
      stderr: [
        `sallyport: ${path}:1:17: \`command\` is missing; write the program that starts the server`,
        `${path}:1:23: unknown key \`comand\`; did you mean \`command\`?`,
        `${path}:2:16: \`sallyport.approvals.requireTwo\` is not supported yet and is never ignored; take it out`,
        "",
      ].join("\n"),
    });
  });

  it("refuses a configuration that names the door itself", async () => {
    bed.write(".mcp.json", JSON.stringify({ mcpServers: { door: { command: "sallyport", args: ["serve"] } } }));
    const run = await bed.run(["serve"]);
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("which would start itself for ever");
  });
});
