import { describe, expect, it } from "vitest";
import { INITIALIZE, startFixture } from "./fixtures/raw-client.ts";

async function run(...args: string[]): Promise<{ code: number | string; stderr: string }> {
  const client = startFixture("command-server.ts", args);
  client.process.stdin.end();
  client.process.stdout.resume();
  const code = await client.ended;
  return { code, stderr: client.stderr() };
}

describe("runServerCommand", () => {
  it("serves stdio until EOF, with nothing but JSON-RPC on stdout", async () => {
    const client = startFixture("command-server.ts", ["--log-level", "debug", "--agent", "a", "--face", "assistant"]);
    expect(await client.exchange(INITIALIZE)).toMatchObject({ id: 0, result: { serverInfo: { name: "example" } } });
    client.process.stdin.end();
    expect(await client.ended).toBe(0);
    expect(client.stderr()).toContain(
      'sallyport-example debug options {"agent":"a","logLevel":"debug","face":"assistant"}',
    );
    expect(client.stderr()).toContain("a stray line");
  });

  it("goes on when nobody reads its log any more", async () => {
    const client = startFixture("command-server.ts");
    await client.exchange(INITIALIZE);
    client.process.stderr.destroy();
    // Each of them writes a line.
    await client.exchange(callOfRefuse(1));
    await client.exchange(callOfRefuse(2));
    expect(await client.exchange(callOfRefuse(3))).toMatchObject({ id: 3, result: { isError: true } });
    client.process.stdin.end();
    expect(await client.ended).toBe(0);
  });

  it("ends within 2 s of EOF though closing hangs", async () => {
    const started = startFixture("command-server.ts", ["--store", "slow"]);
    await started.exchange(INITIALIZE);
    started.process.stdin.end();
    expect(await started.ended).toBe(0);
  }, 4_000);

  it("ends cleanly on SIGTERM", async () => {
    const client = startFixture("command-server.ts");
    await client.exchange(INITIALIZE);
    client.process.kill("SIGTERM");
    expect(await client.ended).toBe(0);
  });

  it("exits 2 for a wrong flag and says what is wrong", async () => {
    expect(await run("--nope")).toEqual({ code: 2, stderr: "error: unknown option '--nope'\n" });
    expect(await run("--face", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("human, assistant") });
    expect(await run("--agent", "no spaces")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("an agent id is"),
    });
    expect(await run("stray")).toMatchObject({ code: 2, stderr: expect.stringContaining("too many arguments") });
  });

  it("exits 78 with one line when the powers cannot be opened", async () => {
    expect(await run("--store", "broken")).toEqual({
      code: 78,
      stderr: "sallyport-example: cannot open `broken`; use another\n",
    });
  });

  it("exits 0 for --help and --version", async () => {
    expect(await run("--help")).toEqual({ code: 0, stderr: "" });
    expect(await run("--version")).toEqual({ code: 0, stderr: "" });
  });
});

function callOfRefuse(id: number) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "refuse", arguments: {} } };
}
