import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, openBench, until } from "./fixtures/gate-bench.ts";
import { MOUNT_DEFAULTS } from "./mount-spec.ts";

const LEAKY = fileURLToPath(new URL("./fixtures/leaky-child.mjs", import.meta.url));
const SECRET = "canary/env+value 7f3a";
const ARGUMENT = "canary-argument-91bd";
const MARKS = [
  SECRET,
  ARGUMENT,
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString("base64").replace(/=*$/, ""),
  // What of `user:SECRET` in base64 is the secret's alone.
  Buffer.from(`user:${SECRET}`).toString("base64").slice(8, -4),
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function openLeaky() {
  const url = `sqlite:${join(folder, "store.db")}`;
  const approver = await openStore(url, "approver");
  const program = { agent: "default", language: "typescript", mode: "open", non_interactive: false } as const;
  await approver.policies.activate({ ...program, source: "one", author: "test", reason: "" });
  await approver.close();
  const store = await openStore(url, "gate");
  const bench = await openBench({ store, instance: await store.instances.enter({ agent: "default", view: "agent" }) });
  const mount = (name: string, trusted: boolean, env: Record<string, string> = {}) =>
    void bench.compositor.mountServer(name, {
      ...MOUNT_DEFAULTS,
      trusted,
      spec: {
        type: "stdio",
        command: process.execPath,
        args: [LEAKY, ARGUMENT],
        env: { API_TOKEN: SECRET, ...env },
      },
      filledIn: [{ name: "SOME_ARGUMENT", value: ARGUMENT }],
    });
  mount("leaky", true);
  mount("pinned", false);
  mount("listless", false, { LISTS: "none" });
  return { bench, store };
}

/** Every byte that was written, and everything that was shown. */
function written(): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n");
}
const found = (text: string) => MARKS.filter((mark) => text.includes(mark));

describe("N49 a mount's secrets", () => {
  it("are in nothing that is shown or kept of a server that tells them everywhere", { timeout: 30_000 }, async () => {
    const { bench, store } = await openLeaky();
    const client = await bench.connect();
    const shown: string[] = [];
    const look = () => shown.push(JSON.stringify(bench.compositor.snapshot()));

    const answer = await call(client, "leaky_leak", {});
    look();
    await call(client, "leaky_leak", { how: "raise" }).catch(() => {});
    shown.push(JSON.stringify((await client.request("resources/list"))._meta));
    for (let times = 0; times < 8; times += 1) {
      await call(client, "leaky_leak", { how: "die" }).catch(({ data }) => shown.push(JSON.stringify(data)));
      look();
      if (bench.compositor.snapshot().servers.leaky?.state === "failed") break;
    }
    await until(() => bench.compositor.snapshot().servers.leaky?.state === "failed");
    shown.push(JSON.stringify((await client.request("tools/list"))._meta), ...bench.log);
    await bench.compositor.close();
    await store.close();

    // The test can fail: what goes to the caller is the server's own word, and what is hidden leaves its mark.
    expect(answer.content).toEqual([{ type: "text", text: SECRET }]);
    expect([shown.join("\n"), written()].map((text) => text.includes("[masked]"))).toEqual([true, true]);
    expect(found(shown.join("\n"))).toEqual([]);
    expect(found(written())).toEqual([]);
    await bench.close();
  });
});
