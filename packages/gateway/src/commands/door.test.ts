import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ended, SallyportBed } from "../testing/sallyport-bed.ts";

const DOOR = /HTTP for MCP clients is at (\S+); /;

describe("the HTTP door of `sallyport serve`", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
    bed.write(".mcp.json", `{"mcpServers": {}}`);
  });
  afterEach(() => bed[Symbol.dispose]());

  /** Starts a gateway on HTTP alone, and answers where it is and how it ends. */
  async function serve(...args: string[]) {
    const child = bed.start(["serve", "--no-stdio", "--http", "0", ...args]);
    const end = ended(child);
    let heard = "";
    child.stderr.on("data", (text: string) => {
      heard += text;
    });
    await expect.poll(() => DOOR.exec(heard)?.[1], { timeout: 30_000 }).toBeDefined();
    const url = DOOR.exec(heard)?.[1] ?? "";
    return {
      url,
      async stop() {
        child.kill("SIGTERM");
        return (await end).code;
      },
    };
  }

  const open = async (...args: string[]) => (await bed.run(["open", "--print", ...args])).stdout.trimEnd();
  const statusWith = async (url: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    return (await fetch(url, { headers })).status;
  };

  it("opens for a token, is found by `open`, and ends with exit 0", async () => {
    const { url, stop } = await serve();
    const token = (await bed.run(["token", "create", "--for", "agent"])).stdout;
    expect(token).toMatch(/^spa_[\w-]{43}\n$/);
    // A token that is good gets as far as being asked for its session.
    expect([await statusWith(url, token.trimEnd()), await statusWith(url, "spa_wrong")]).toEqual([400, 401]);
    const { port } = new URL(url);
    expect(await open()).toMatch(new RegExp(`^http://sallyport-[0-9a-f]{12}\\.localhost:${port}/#code=[\\w.-]+$`));
    expect(await open("--plain")).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#code=[\\w.-]+$`));
    expect(await open("--at", "https://gate.example/")).toMatch(/^https:\/\/gate\.example\/#code=[\w.-]+$/);
    for (const wrong of ["gate.example", "https://gate.example/a", "https://me@gate.example"]) {
      const run = await bed.run(["open", "--at", wrong]);
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("an address is like `https://gate.example`")]);
    }
    for (const wrong of ["", " ann", "a\u202eb"])
      expect((await bed.run(["token", "create", "--for", "human", "--user", wrong])).code).toBe(2);
    expect((await bed.run(["doctor"])).stdout).toContain(`ok    door      ${url}; 1 token of agents`);
    const [{ id }] = JSON.parse((await bed.run(["token", "list", "--json"])).stdout);
    expect((await bed.run(["token", "revoke", id])).stdout).toBe(`revoked token \`${id}\`\n`);
    expect(await statusWith(url, token.trimEnd())).toBe(401);
    expect(await stop()).toBe(0);
    expect((await bed.run(["open", "--print"])).code).toBe(1);
  });

  it("stands beside others of the same agent; `open` finds the latest that is left", async () => {
    const [first, second] = [await serve(), await serve()];
    const portOf = (url: string) => new URL(url).port;
    expect(portOf(await open())).toBe(portOf(second.url));
    await second.stop();
    expect(portOf(await open())).toBe(portOf(first.url));
    await first.stop();
  });

  it("says at its page that this build has none, where it has none, or serves it", async () => {
    const { url, stop } = await serve();
    const page = await fetch(new URL("/", url));
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    await stop();
  });

  it("does not start at a port that was asked for and is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    // A server listening on TCP has an address of this kind.
    const { port } = taken.address() as AddressInfo;
    const run = await bed.run(["serve", "--http", String(port)]);
    taken.close();
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain(`no HTTP at \`127.0.0.1\`, port ${port}: something listens there already`);
  });

  it("N50 does not start at an address that other machines reach, unless that is said", async () => {
    const run = await bed.run(["serve", "--host", "0.0.0.0"]);
    expect(run).toMatchObject({ code: 78, stdout: "" });
    expect(run.stderr).toContain("`0.0.0.0` can be reached from other machines: say `--allow-remote` too");
  });
});
