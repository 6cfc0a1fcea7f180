import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import { type Child, connectChild } from "@sallyport/mcp";
import { loadMode } from "@sallyport/policy";
import { openStore } from "@sallyport/store";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "./fixtures/gate-bench.ts";

const BIN = fileURLToPath(new URL("./bin.ts", import.meta.url));
const require = createRequire(import.meta.url);
const EVERYTHING = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");
const FILES = require.resolve("@modelcontextprotocol/server-filesystem/dist/index.js");

const opened: Child[] = [];
const folders: string[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "compositor-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((child) => child.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function serve(mcpServers: JsonObject, mode: "open" | "ask-writes", onRequest?: (method: string) => JsonObject) {
  const folder = makeFolder();
  const config = join(folder, "mcp.json");
  writeFileSync(config, JSON.stringify({ mcpServers }));
  const url = `sqlite:${join(folder, "store.db")}`;
  const { language, source } = await loadMode(mode);
  const approver = await openStore(url, "approver");
  const program = { agent: "a", language, source, mode, non_interactive: false, author: "test", reason: "" };
  await approver.policies.activate(program);
  const child = await connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: ["--conditions=@sallyport/source", BIN, "--config", config, "--store", url, "--agent", "a"],
      env: { PATH: process.env.PATH ?? "", HOME: folder },
    },
    {
      info: { name: "client", version: "0" },
      capabilities: onRequest === undefined ? {} : { roots: {} },
      onRequest: async (method) => onRequest?.(method) ?? {},
    },
  );
  opened.push(child);
  return { child, approver, url };
}

const call = (child: Child, name: string, args: JsonObject = {}) =>
  child.request("tools/call", { name, arguments: args });
const objects = (list: unknown) => (Array.isArray(list) ? list.filter(isJsonObject) : []);

describe("sallyport-compositor", () => {
  it("shows a real server whole in `open` mode", { timeout: 30_000 }, async () => {
    const { child, approver } = await serve({ all: { command: process.execPath, args: [EVERYTHING] } }, "open");
    const direct = await connectChild(
      { type: "stdio", command: process.execPath, args: [EVERYTHING], env: {} },
      { info: { name: "client", version: "0" }, capabilities: {} },
    );
    opened.push(direct);
    const bare = objects((await direct.request("tools/list")).tools);
    const tools = objects((await child.request("tools/list")).tools);
    expect(tools).toEqual(bare.map((tool) => ({ ...tool, name: `all_${tool.name}` })));
    expect(await call(child, "all_get-sum", { a: 2, b: 3 })).toEqual(await call(direct, "get-sum", { a: 2, b: 3 }));
    const weather = { location: "New York" };
    expect(Object.keys(await call(child, "all_get-structured-content", weather))).toContain("structuredContent");
    const prompts = objects((await child.request("prompts/list")).prompts);
    expect(prompts).toHaveLength(objects((await direct.request("prompts/list")).prompts).length);
    const [resource] = objects((await child.request("resources/list")).resources);
    const read = await child.request("resources/read", { uri: resource?.uri });
    expect(objects(read.contents)[0]?.uri).toBe(resource?.uri);
    expect(String(resource?.uri)).toMatch(/^demo:\/\/all\//);
    await approver.close();
  });

  it("asks before a write of a real server, and runs it once approved", { timeout: 30_000 }, async () => {
    const folder = makeFolder();
    const files = { command: process.execPath, args: [FILES, folder], sallyport: { trusted: true } };
    const { child, approver, url } = await serve({ files }, "ask-writes");
    await call(child, "files_list_allowed_directories");
    const write = call(child, "files_write_file", { path: join(folder, "note"), content: "hello" });
    const reader = await openStore(url, "reader");
    const asked = await until(async () => (await reader.approvals.pending({}))[0]);
    expect(existsSync(join(folder, "note"))).toBe(false);
    await approver.approvals.approve({ id: asked.approval_id, by: "human" });
    await write;
    expect(readFileSync(join(folder, "note"), "utf8")).toBe("hello");
    await Promise.all([reader.close(), approver.close()]);
  });

  it("takes a child's question at its very start to the client", { timeout: 30_000 }, async () => {
    const folder = makeFolder();
    const files = { command: process.execPath, args: [FILES, tmpdir()] };
    const { child, approver } = await serve({ files }, "open", (method) =>
      method === "roots/list" ? { roots: [{ uri: `file://${folder}`, name: "root" }] } : {},
    );
    const allowed = async () => JSON.stringify(await call(child, "files_list_allowed_directories"));
    await until(async () => (await allowed()).includes(folder));
    await approver.close();
  });

  it("says what is wrong with a configuration and exits 78", async () => {
    await expect(serve({ loop: { command: "x" } }, "open")).rejects.toThrow(/78/);
  });
});
