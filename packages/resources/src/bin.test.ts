import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@sallyport/contract/json";
import { type Child, connectChild } from "@sallyport/mcp";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startEverything } from "./testing/everything-server.ts";
import { startHttpCompositor } from "./testing/http-compositor.ts";
import type { PretendView } from "./testing/pretend-view.ts";
import { callTool, fault } from "./testing/resources-door.ts";

const BIN = ["--conditions=@sallyport/source", fileURLToPath(new URL("./bin.ts", import.meta.url))];
const A = { server: "files", uri: "file:///a" };
const FRONT_A = "file://files//a";
const WAIT = { timeout: 20_000, interval: 100 };

let folder: string;
let store: string;
const open: { close(): Promise<void> }[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
  store = `sqlite:${join(folder, "store.db")}`;
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
  await rm(folder, { recursive: true });
});

async function start(args: string[], env: Record<string, string> = {}) {
  const heard: { method: string; params: JsonObject }[] = [];
  const stderr: string[] = [];
  const garbage: string[] = [];
  const child = await connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: [...BIN, ...args],
      env: { SALLYPORT_STORE: store, PATH: process.env.PATH ?? "", ...env },
    },
    {
      info: { name: "test", version: "0" },
      capabilities: {},
      onNotification: (method, params) => heard.push({ method, params }),
      onStderr: (line) => stderr.push(line),
      onGarbage: (line) => garbage.push(line),
    },
  );
  open.push(child);
  return { child, heard, stderr, garbage };
}

async function compositor(view?: PretendView, port?: number) {
  const started = await startHttpCompositor(view, port);
  started.view.servers.set("files", { resources: { "file:///a": [{ text: "a" }] } });
  return started;
}

const isActive = async (child: Child, active: boolean) => {
  const { structuredContent } = await callTool(child, "list_subscriptions");
  expect(structuredContent).toMatchObject({ subscriptions: [{ ...A, active }] });
};

describe("sallyport-resources", () => {
  it("lists, reads and subscribes to a real server over HTTP, and is gone when its stdin ends", async () => {
    await using everything = await startEverything();
    const { child, garbage } = await start(["--compositor", everything.url]);
    const listed = await callTool(child, "list", { uri_prefix: "demo://static/document/features" });
    expect(listed.structuredContent).toMatchObject({ resources: [{ server: "resource", mime: "text/markdown" }] });
    const features = { server: "resource", uri: "demo://static/document/features.md" };
    const first = await callTool(child, "read", { ...features, max_bytes: 10 });
    expect(first.structuredContent).toMatchObject({ parts: [{ bytes_returned: 10 }], next_offset: 10 });
    expect(await callTool(child, "read", { ...features, uri: "demo://none" })).toMatchObject(fault("not_found"));
    const subscribed = await callTool(child, "subscribe", features);
    expect(subscribed.structuredContent).toEqual({ ok: true, active: true, last_error: null });
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    expect(garbage).toEqual([]);
  }, 60_000);

  it("takes its token from the environment and sends it to the compositor only", async () => {
    const served = await compositor();
    const { child, stderr } = await start([], { SALLYPORT_COMPOSITOR: served.url, SALLYPORT_TOKEN: "s3cret" });
    await callTool(child, "subscribe", A);
    expect(new Set(served.headers.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer s3cret"]));
    expect(await readFile(`/proc/${child.pid}/cmdline`, "utf8").catch(() => "")).not.toContain("s3cret");
    expect(stderr.join()).not.toContain("s3cret");
    await child.close();
    await served.stop();
  }, 60_000);

  it("tells its client of updates itself, before and after the compositor was gone", async () => {
    const served = await compositor();
    const { child, heard } = await start(["--compositor", served.url]);
    await callTool(child, "subscribe", A);
    const told = { method: "notifications/resources/updated", params: { uri: FRONT_A } };
    // The stream on which a server speaks first opens after the handshake.
    await vi.waitFor(async () => {
      await served.view.updated(FRONT_A);
      expect(heard).toContainEqual(told);
    }, WAIT);

    await served.stop();
    await vi.waitFor(() => isActive(child, false), WAIT);
    expect(await callTool(child, "read", A)).toMatchObject(fault("unavailable"));

    heard.length = 0;
    const again = await compositor(served.view, served.port);
    await vi.waitFor(() => isActive(child, true), WAIT);
    await vi.waitFor(async () => {
      await again.view.updated(FRONT_A);
      expect(heard).toContainEqual(told);
    }, WAIT);
    await child.close();
    await again.stop();
  }, 90_000);

  it("starts while there is no compositor, and keeps a person's subscriptions apart", async () => {
    const mine = await openStore(store, "resources");
    await mine.subscriptions.addResource({ agent: "builder", principal: "human", ...A });
    await mine.close();
    const nobody = "http://127.0.0.1:1/mcp";
    const human = await start(["--compositor", nobody, "--agent", "builder", "--principal", "human"]);
    await isActive(human.child, false);
    const agent = await start(["--compositor", nobody, "--agent", "builder"]);
    expect((await callTool(agent.child, "list_subscriptions")).structuredContent).toMatchObject({ subscriptions: [] });
    expect(await callTool(agent.child, "list")).toMatchObject(fault("unavailable"));
  }, 60_000);

  it.each([
    [[], "sallyport-resources: no compositor; give `--compositor URL` or set SALLYPORT_COMPOSITOR\n"],
    [["--compositor", "ftp://a"], "sallyport-resources: the compositor's address is no http or https URL; "],
    [["--compositor", "http://u:p4ss@a/mcp"], "sallyport-resources: the compositor's address has a password in it; "],
  ])("refuses %j in one line, with exit code 78", (args, words) => {
    const env = { SALLYPORT_STORE: store, PATH: process.env.PATH ?? "" };
    const { status, stderr } = spawnSync(process.execPath, [...BIN, ...args], { env, encoding: "utf8" });
    expect([status, stderr.slice(0, words.length), stderr.split("\n").length]).toEqual([78, words, 2]);
    expect(stderr).not.toContain("p4ss");
  });

  it("has no flag for the token", () => {
    const { status } = spawnSync(process.execPath, [...BIN, "--token", "s3cret"], { encoding: "utf8" });
    expect(status).toBe(2);
  });
});
