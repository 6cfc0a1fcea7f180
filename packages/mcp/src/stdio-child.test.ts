import { ownProperty } from "@sallyport/contract/json";
import { afterEach, describe, expect, it } from "vitest";
import type { Child } from "./child.ts";
import { connectChild } from "./connect-child.ts";
import { connectScripted, connectThroughShell } from "./fixtures/connect-scripted.ts";
import { startFixture } from "./fixtures/raw-client.ts";

const open: Child[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((child) => child.close()));
});

function keep(child: Child): Child {
  open.push(child);
  return child;
}

const call = (name: string, args = {}) => ({ name, arguments: args });

function isAlive(pid: unknown): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

const client = { info: { name: "test", version: "1" }, capabilities: {} };

describe("a stdio child", () => {
  it("has exactly the environment and arguments given, and no shell between", async () => {
    const child = keep(await connectScripted(["$HOME; echo"]));
    expect(await child.request("tools/call", call("environment"))).toMatchObject({
      env: { ONLY: "this" },
      argv: ["$HOME; echo"],
    });
  });

  it("that does not exist is a spawn failure that names the command", async () => {
    const spec = { type: "stdio", command: "no-such-command", args: [], env: { PATH: "/usr/bin" } } as const;
    await expect(connectChild(spec, client)).rejects.toMatchObject({
      fault: "spawn_failed",
      message: "command `no-such-command` not found: give a full path, or set PATH in the server's env",
    });
  });

  it("whose folder does not exist is a spawn failure that names it", async () => {
    const spec = { type: "stdio", command: "/bin/true", args: [], env: {}, cwd: "/no/such/folder" } as const;
    await expect(connectChild(spec, client)).rejects.toThrow("in `/no/such/folder`");
  });

  it("that dies at start rejects the connection with its exit code", async () => {
    await expect(connectScripted(["--die-at-start"])).rejects.toThrow("the server exited with code 7");
  });

  it("that floods stderr is drained, its lines bounded", async () => {
    const lines: string[] = [];
    const child = keep(await connectScripted(["--noisy-stderr"], { onStderr: (line) => lines.push(line) }));
    await child.request("tools/call", call("echo"));
    await expect.poll(() => lines.at(-1)).toBe("last");
    expect(lines[0]).toBe("first");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(9_000);
  });

  it("that floods stderr unheard is drained too", async () => {
    const child = keep(await connectScripted(["--noisy-stderr"]));
    expect(await child.request("tools/call", call("cancelled"))).toEqual({ cancelled: [] });
  });

  it("that exits mid-call fails its calls once, and says how it went", async () => {
    const child = keep(await connectScripted());
    const calls = [child.request("tools/call", call("never")), child.request("tools/call", call("exit"))];
    expect(await Promise.allSettled(calls)).toMatchObject([
      { status: "rejected", reason: { fault: "closed", message: "the server exited with code 3" } },
      { status: "rejected", reason: { fault: "closed", message: "the server exited with code 3" } },
    ]);
    expect(await child.closed).toEqual({
      reason: "exited",
      exitCode: 3,
      signal: null,
      detail: "the server exited with code 3",
    });
    await expect(child.request("ping")).rejects.toMatchObject({ fault: "closed" });
  });

  it("that is killed says by what", async () => {
    const child = keep(await connectScripted());
    await expect(child.request("tools/call", call("kill"))).rejects.toMatchObject({ fault: "closed" });
    expect(await child.closed).toMatchObject({ reason: "killed", signal: "SIGKILL" });
  });

  it("that exits while a grandchild holds its stdout is closed all the same, and the grandchild ends", async () => {
    const child = keep(await connectScripted());
    const { pid } = await child.request("tools/call", call("grandchild"));
    expect(isAlive(pid)).toBe(true);
    await expect(child.request("tools/call", call("exit"))).rejects.toMatchObject({ fault: "closed" });
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });

  it("is closed with a reason when a message of it passes 32 MiB", async () => {
    const child = keep(await connectScripted());
    await expect(child.request("tools/call", call("flood"))).rejects.toThrow(
      "the server sent a message over 33554432 bytes",
    );
    expect(await child.closed).toMatchObject({ detail: "the server sent a message over 33554432 bytes" });
    await expect.poll(() => isAlive(child.pid), { timeout: 5_000 }).toBe(false);
  });

  it("N51 that nests 100,000 deep does not overflow our stack", async () => {
    const child = keep(await connectScripted());
    await child.request("tools/call", call("deep"));
    expect(await child.request("tools/call", call("cancelled"))).toEqual({ cancelled: [] });
  });

  it("that ends at stdin EOF is closed without a signal", async () => {
    const child = await connectScripted();
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
  });

  it("that ignores EOF is terminated, and one that ignores TERM is killed", async () => {
    const deaf = await connectScripted(["--ignore-eof"]);
    const stubborn = await connectScripted(["--ignore-eof", "--ignore-term"]);
    await Promise.all([deaf.close(), stubborn.close()]);
    expect([isAlive(deaf.pid), isAlive(stubborn.pid)]).toEqual([false, false]);
  }, 10_000);

  it("behind a shell leaves no orphan", async () => {
    const child = await connectThroughShell(["--ignore-eof"]);
    const { pid } = await child.request("tools/call", call("grandchild"));
    expect(isAlive(pid)).toBe(true);
    await child.close();
    expect([isAlive(child.pid), isAlive(pid)]).toEqual([false, false]);
  }, 10_000);

  it("ends with us when we exit without closing it, though it ignores EOF", async () => {
    const parent = startFixture("parent.ts", ["--ignore-eof", "--ignore-term"]);
    const { pid } = pidOf(await parent.next());
    parent.process.stdin.end();
    expect(await parent.ended).toBe(0);
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });

  it("sees EOF when we are killed", async () => {
    const parent = startFixture("parent.ts");
    const { pid } = pidOf(await parent.next());
    parent.process.kill("SIGKILL");
    expect(await parent.ended).toBe("SIGKILL");
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });
});

function pidOf(said: unknown): { pid: unknown } {
  return { pid: ownProperty(said, "pid") };
}
