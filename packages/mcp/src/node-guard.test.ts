import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const GUARD = fileURLToPath(new URL("./node-guard.ts", import.meta.url));

/** Imports the guard in a Node that says it is of this version. */
function guarded(version: string): { status: number | null; stderr: string } {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", `data:text/javascript,${pretend}`, GUARD], {
    encoding: "utf8",
  });
  return { status, stderr };
}

describe("node-guard", () => {
  it("lets the oldest Node we run on pass, and newer ones", () => {
    expect([guarded("22.18.0"), guarded("24.1.0")]).toEqual([
      { status: 0, stderr: "" },
      { status: 0, stderr: "" },
    ]);
  });

  it("ends older ones with one line", () => {
    const { status, stderr } = guarded("22.17.1");
    expect(status).toBe(78);
    expect(stderr).toMatch(/^Node 22\.18 or newer is needed; this is 22\.17\.1; install a newer one .*\n$/);
    expect(guarded("20.19.0").status).toBe(78);
  });
});
