import { fileURLToPath } from "node:url";
import { connectChild } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed, SEARCH_PATH } from "../testing/sallyport-bed.ts";
import { TOLD_SERVER } from "../testing/told-server.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));

describe("sallyport wrap", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
    bed.write("told.js", TOLD_SERVER);
  });
  afterEach(() => bed[Symbol.dispose]());

  const connect = (...args: string[]) =>
    connectChild(
      {
        type: "stdio",
        command: process.execPath,
        args: ["--conditions=@sallyport/source", BIN, "wrap", ...args],
        env: { ...bed.env, SALLYPORT_AGENT: "a", TOKEN: `\${TOKEN}` },
        cwd: bed.folder,
      },
      { info: { name: "test", version: "1" }, capabilities: {} },
    );

  it("keeps the server's names, folder, words and environment, but for what is Sallyport's", async () => {
    const agent = await connect(
      "--name",
      "told",
      "--trusted",
      "--",
      "node",
      "told.js",
      "--name",
      "x",
      "--",
      `\${HOME}`,
    );
    const { tools } = await agent.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["tell", "loop_yield_turn", "policy_proposer_propose_policy"]),
    );
    const { structuredContent } = await agent.request("tools/call", { name: "tell", arguments: {} });
    const mounts = JSON.parse((await bed.run(["mounts", "--json", "--agent", "a"])).stdout);
    await agent.close();
    const { env, ...told } = structuredContent as { env: Record<string, string> };
    expect(told).toEqual({ args: ["--name", "x", "--", `\${HOME}`], cwd: bed.folder });
    expect(env).toMatchObject({ HOME: bed.folder, TOKEN: `\${TOKEN}`, PATH: SEARCH_PATH });
    expect(Object.keys(env).filter((name) => name.startsWith("SALLYPORT_"))).toEqual([]);
    expect(mounts).toContainEqual(expect.objectContaining({ name: "told", origin: "configured", pinned: true }));
  });

  it("asks before a call of a server nobody vouches for", async () => {
    const agent = await connect("--non-interactive", "--", "node", "told.js");
    const call = agent.request("tools/call", { name: "tell", arguments: {} });
    await expect(call).rejects.toMatchObject({ code: -32951, data: { server: "node", tool: "tell", name: "tell" } });
    await agent.close();
  });

  it.each([
    [["wrap"], 2, "missing required argument 'command'"],
    [["wrap", "--", "no-such-program"], 2, "there is no program `no-such-program`; install it"],
    [["wrap", "--", "./gone.js"], 2, "there is no program `./gone.js`; install it"],
    [["wrap", "--name", "Notes", "--", "node"], 2, "it is a lower-case letter, then up to 31"],
    [["wrap", "--name", "policy-reader", "--", "node"], 2, "it is a name of Sallyport's own; choose another"],
    [["wrap", "--", "npx", "-y", "@scope/loop"], 2, "`loop` is a name of Sallyport's own; choose one with `--name`"],
    [["wrap", "--", "npx", "-y", "123"], 2, "`123` holds nothing a mount's name can be made of; choose one"],
    [["wrap", "--", "npx", "-y", "@sallyport/gateway", "serve"], 2, "this is Sallyport itself"],
    [["wrap", "--", "npx", "-y", "@sallyport/policy-approver"], 2, "this is the human's own server"],
    [["wrap", "--store", "mysql://x", "--", "node"], 78, "use `sqlite:/path/file.db`"],
  ])("answers %j with exit %i and one line", async (args, code, message) => {
    const run = await bed.run(args);
    expect(run).toMatchObject({ code, stdout: "" });
    const said = run.stderr.split("\n").filter((line) => !line.startsWith("sallyport info:"));
    expect(said).toEqual([expect.stringContaining(message), ""]);
  });
});
