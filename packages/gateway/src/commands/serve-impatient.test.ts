import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Child, connectChild } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed } from "../testing/sallyport-bed.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));
const SOURCE = "--conditions=@sallyport/source";
const SECRET = "a secret of the test's";

/** Appends a line to a file for each call; its second tool goes on only once there is a file `go`. */
const APPENDING_SERVER = `
const { appendFileSync, existsSync } = require("node:fs");
const tool = (name) => ({ name, inputSchema: { type: "object" } });
const answer = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "appending", version: "1" } }),
  "tools/list": () => ({ tools: [tool("append"), tool("append_slowly")] }),
  "tools/call": async ({ name, arguments: { line } }) => {
    appendFileSync("lines", line + "\\n");
    while (name === "append_slowly" && !existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 20));
    return { content: [{ type: "text", text: "appended " + line }] };
  },
};
require("node:readline").createInterface({ input: process.stdin }).on("line", async (text) => {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return;
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: (await answer[method]?.(params)) ?? {} }) + "\\n");
});
`;

describe("sallyport serve, for a host with a limit that nobody can raise", { timeout: 120_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
    bed.write("appending.cjs", APPENDING_SERVER);
  });
  afterEach(() => bed[Symbol.dispose]());

  const open = (sallyport: object, env: Record<string, string> = {}): Promise<Child> => {
    const appending = { command: process.execPath, args: [join(bed.folder, "appending.cjs")], sallyport: {} };
    const mcpServers = { notes: { ...appending, cwd: "." } };
    bed.write(".mcp.json", JSON.stringify({ mcpServers, sallyport }));
    const args = [SOURCE, BIN, "serve", "--no-http"];
    return connectChild(
      { type: "stdio", command: process.execPath, args, env: { ...bed.env, ...env }, cwd: bed.folder },
      { info: { name: "Impatient Host", version: "1" }, capabilities: {} },
    );
  };
  const lines = () => readFileSync(join(bed.folder, "lines"), "utf8").trim().split("\n");
  const waiting = async (): Promise<{ approval_id: string }[]> =>
    JSON.parse((await bed.run(["approvals", "list", "--json"])).stdout);

  it("the call is executed once, after the person approved it when two of the host's limits had passed", async () => {
    const agent = await open({ settle: { "impatient-host": 0.75 } });
    const call = { name: "notes_append", arguments: { line: "one" } };
    // Far more than the gateway is told, as a minute is: what counts is that it never gets there.
    const limit = { timeoutMs: 15_000 };
    const first = await agent.request("tools/call", call, limit);
    expect(first).toMatchObject({ structuredContent: { sallyport: { settled: true, executed: false } } });
    const [asked] = await waiting();
    const second = await agent.request("tools/call", call, limit);
    expect(second).toMatchObject({ _meta: { "sallyport/settled": { approval_id: asked?.approval_id } } });
    expect(await waiting()).toMatchObject([{ approval_id: asked?.approval_id, state: "orphaned" }]);

    const approved = await bed.run(["approvals", "approve", asked?.approval_id ?? ""]);
    expect(approved.code).toBe(0);
    const third = await agent.request("tools/call", call, limit);
    expect(third).toEqual({ content: [{ type: "text", text: "appended one" }] });
    expect(lines()).toEqual(["one"]);
    expect(await waiting()).toEqual([]);
    await agent.close();
  });

  it("N32 a call that was cut while it ran, after the yes, is not run again: the repeat gets its result", async () => {
    const agent = await open({});
    const call = { name: "notes_append_slowly", arguments: { line: "one" } };
    const cut = new AbortController();
    const sent = agent.request("tools/call", call, { signal: cut.signal }).catch(() => "cut");
    const [asked] = await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1).then(waiting);
    expect((await bed.run(["approvals", "approve", asked?.approval_id ?? ""])).code).toBe(0);
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBe(1);
    cut.abort();
    expect(await sent).toBe("cut");
    bed.write("go", "");
    expect(await agent.request("tools/call", call)).toEqual({ content: [{ type: "text", text: "appended one" }] });
    expect(lines()).toEqual(["one"]);
    await agent.close();
  });

  it("a no that was said meanwhile is told to the repeat, also by the next gateway", async () => {
    const settings = [{ denials: "result" }, { SALLYPORT_SETTLE: "0.5" }] as const;
    const agent = await open(...settings);
    const call = { name: "notes_append", arguments: { line: "one" } };
    await agent.request("tools/call", call);
    const [asked] = await waiting();
    await agent.close();
    expect((await bed.run(["approvals", "deny", asked?.approval_id ?? "", "--reason", "not there"])).code).toBe(0);
    const later = await open(...settings);
    expect(await later.request("tools/call", call)).toMatchObject({
      isError: true,
      structuredContent: { code: -32951, data: { reason: "not there" } },
    });
    expect(await later.request("tools/call", call)).toMatchObject({ structuredContent: { sallyport: {} } });
    await later.close();
  });

  it("a webhook is told who waits for what, signed", async () => {
    const told: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      told.push({ headers: request.headers, body });
      response.writeHead(204).end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const address = receiver.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const webhook = { url: `http://127.0.0.1:${port}/`, secret_env: "HOOK_SECRET" };
    const agent = await open({ settle: { "*": 0.5 }, channels: { webhook } }, { HOOK_SECRET: SECRET });
    await agent.request("tools/call", { name: "notes_append", arguments: { line: "private" } });
    await expect.poll(() => told.length, { timeout: 30_000 }).toBe(1);
    const [{ headers, body } = { headers: {}, body: "" }] = told;
    const signed = createHmac("sha256", SECRET).update(`${headers["sallyport-timestamp"]}.${body}`).digest("hex");
    expect(headers["sallyport-signature"]).toBe(`v1=${signed}`);
    const { id, age_s, ...rest } = JSON.parse(body);
    expect(rest).toEqual({ event: "approval.pending", agent: "default", server: "notes", tool: "append" });
    await agent.close();
    receiver.close();
  });

  it("N64 does not start where the configuration says what it cannot keep", async () => {
    bed.write(".mcp.json", `{"mcpServers": {}, "sallyport": {"settle": "sometimes"}}`);
    const { code, stderr } = await bed.run(["serve", "--no-http"]);
    expect(code).toBe(78);
    expect(stderr).toContain('`sallyport.settle` is "never", or an object');
    const flag = await bed.run(["serve", "--no-http", "--settle", "0"]);
    expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining("or `never`")]);
  });
});
