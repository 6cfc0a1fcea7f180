import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../open-store.ts";

it("a store opens whatever another of this process is in the middle of writing", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
  const url = `sqlite:${join(folder, "store.db")}`;
  const gate = await openStore(url, "gate");
  for (let steps = 0; steps < 20; steps += 1) {
    const writing = gate.events.append({ agent: "a", phase: "mount", action: "mount-removed", status: "ok" });
    for (let step = 0; step < steps; step += 1) await null;
    const approver = await openStore(url, "approver");
    expect(await approver.policies.active("a")).toBeNull();
    await writing;
    await approver.close();
  }
  await gate.close();
  rmSync(folder, { recursive: true });
});
