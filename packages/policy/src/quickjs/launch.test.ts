import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findBwrap, sandboxedLaunch } from "./launch.ts";

const bwrap = findBwrap(process.env.PATH ?? "");
if (bwrap === undefined && process.env.CI === undefined) {
  process.stderr.write("skipped: the sandbox around policies; get it with `apt-get install bubblewrap`\n");
}

/** What a process sees from where an evaluator runs. */
const LOOK_AROUND = `
const { readdirSync, existsSync, writeFileSync } = require("node:fs");
const writable = (path) => { try { writeFileSync(path, "x"); return true; } catch { return false; } };
console.log(JSON.stringify({
  environment: Object.keys(process.env).filter((name) => name !== "PWD"),
  interfaces: Object.keys(require("node:os").networkInterfaces()).filter((name) => name !== "lo"),
  secrets: ["/etc/passwd", "/etc/hostname", "/home", "/root", "/tmp", "/var", "/proc/1"].filter(existsSync),
  writable: [process.execPath, "/lib/x", "/usr/lib/x"].filter(writable),
}));`;

describe("sandboxedLaunch", () => {
  it.skipIf(bwrap === undefined && process.env.CI === undefined)(
    "N23 leaves no network, no environment, no files but the evaluator's own, and nothing to write",
    () => {
      const { command, args } = sandboxedLaunch(bwrap ?? "bwrap");
      const walls = args.slice(0, args.indexOf("--") + 2);
      const seen = execFileSync(command, [...walls, "-e", LOOK_AROUND], { encoding: "utf8" });
      expect(JSON.parse(seen)).toEqual({ environment: [], interfaces: [], secrets: [], writable: [] });
    },
  );

  it("finds bwrap in absolute folders of the search path only", () => {
    expect(findBwrap("relative:/nonexistent")).toBeUndefined();
  });
});
