import { execFile } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
// @boundaries-ignore one place decides what may be skipped
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { GATEWAY } from "../harness/bins.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";
import { doorOf } from "../http/doors.ts";

/** Nobody's numbers: what keeps them apart is the system, not what they are called. */
const GATEWAYS = 64_101;
const AGENTS = 64_102;
const INTRUDER = join(import.meta.dirname, "intruder.ts");

/** How root starts something for another user, as `sudo` does. */
const as = (user: number, ...args: readonly string[]): [string, string[]] => [
  "setpriv",
  [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", process.execPath, ...args],
];

async function runAs(bed: TestBed, user: number, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(...as(user, ...args), {
    env: bed.environment("default"),
    cwd: bed.folder,
  });
  return stdout;
}

describe.skipIf(mustSkip("users"))("a gateway that runs as another user than its agent", () => {
  it("I07 is closed to the agent's user in all but its door, and its person decides", async () => {
    await using bed = createTestBed();
    // Others may look into the folder: what is closed to them is so by its own mode.
    chownSync(bed.folder, GATEWAYS, GATEWAYS);
    chmodSync(bed.folder, 0o755);
    const config = bed.write("servers.json", JSON.stringify({ mcpServers: { evil: bed.evil() } }));
    const [command, args] = as(GATEWAYS, GATEWAY, "serve", "--config", config);
    const env = { ...bed.environment("default"), SALLYPORT_HTTP: "0" };
    const client = await bed.connect({ command, args, env, cwd: bed.folder });
    const door = await doorOf(client);
    const call = client.call("evil_act", { by: "the agent" });
    const [record] = await bed.waiting(1);

    const pid = String(client.process.pid);
    const storeFile = join(bed.folder, "store.db");
    expect(JSON.parse(await runAs(bed, AGENTS, INTRUDER, storeFile, config, pid, door))).toEqual({
      uid: AGENTS,
      "read the store": "EACCES",
      "read its log": "EACCES",
      "write the store": "EACCES",
      "list the keys": "EACCES",
      "list the tokens": "EACCES",
      "write a token": "EACCES",
      "write the configuration": "EACCES",
      "replace the configuration": "EACCES",
      "read its environment": "EACCES",
      "read its memory": "EACCES",
      "reach its pipes": "EACCES",
      "end it": "EPERM",
      "decide with the command": 78,
      "make a token with the command": 78,
      "come in without a token": 401,
    });
    expect((await bed.approval(record?.approval_id ?? "")).state).toBe("pending");

    await runAs(bed, GATEWAYS, GATEWAY, "approvals", "approve", record?.approval_id ?? "");
    expect((await call).error).toBeUndefined();
    expect(bed.ran("act")).toBe(1);
  });

  it("I07 the same attempts by the gateway's own user succeed", async () => {
    await using bed = createTestBed();
    chownSync(bed.folder, GATEWAYS, GATEWAYS);
    const config = bed.write("servers.json", JSON.stringify({ mcpServers: {} }));
    const [command, args] = as(GATEWAYS, GATEWAY, "serve", "--config", config);
    const env = { ...bed.environment("default"), SALLYPORT_HTTP: "0" };
    const client = await bed.connect({ command, args, env, cwd: bed.folder });
    const door = await doorOf(client);
    const pid = String(client.process.pid);
    const ended = JSON.parse(await runAs(bed, GATEWAYS, INTRUDER, join(bed.folder, "store.db"), config, pid, door));
    expect(ended).toMatchObject({ "read the store": "it worked", "list the keys": "it worked", "end it": "it worked" });
  });
});
