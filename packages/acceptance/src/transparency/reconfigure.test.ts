import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { processesWith } from "../harness/processes.ts";
import { createTestBed } from "../harness/test-bed.ts";

describe.concurrent("a configuration read again", () => {
  it("T24 mounts what is new, unmounts what is gone, leaves the rest running", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ stays: bed.evil(), goes: bed.evil("--name", "going") });
    await client.call("goes_act", {});
    const [before] = processesWith(bed.marker).filter(({ command }) => command.endsWith(`${bed.countFile} `));
    const waiting = client.call("stays_wait", { ms: 1_500 });
    writeFileSync(
      join(bed.folder, "config-0.json"),
      JSON.stringify({ mcpServers: { stays: bed.evil(), comes: bed.evil("--name", "coming") } }),
    );
    client.process.kill("SIGHUP");
    await eventually("the new one is listed", async () => (await client.toolNames()).includes("comes_act"));
    expect((await client.toolNames()).filter((name) => name.startsWith("goes_"))).toEqual([]);
    expect((await waiting).result.content[0].text).toBe("waited 1500 ms");
    expect(processesWith(bed.marker).map(({ pid }) => pid)).toContain(before?.pid);
    await eventually("the old one is gone", () =>
      processesWith(bed.marker).every(({ command }) => !command.includes("going")),
    );
  });

  it("T24 is read, and calls are answered, when nobody reads the gateway's log any more", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({});
    client.process.stderr?.destroy();
    writeFileSync(join(bed.folder, "config-0.json"), JSON.stringify({ mcpServers: { comes: bed.evil() } }));
    client.process.kill("SIGHUP");
    await eventually("the new one is listed", async () => (await client.toolNames()).includes("comes_act"));
    // Each of them writes a line.
    for (let round = 0; round < 3; round += 1) client.process.kill("SIGHUP");
    expect((await client.call("comes_wait", { ms: 500 })).result.content[0].text).toBe("waited 500 ms");
  });
});
