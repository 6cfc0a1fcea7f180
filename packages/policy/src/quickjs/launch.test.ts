import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @boundaries-ignore one place decides what may be skipped
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { findBwrap, sandboxedLaunch } from "./launch.ts";

const bwrap = findBwrap(process.env.PATH ?? "");

/** What a process sees from where an evaluator runs. */
const LOOK_AROUND = `
const { readdirSync, existsSync, writeFileSync } = require("node:fs");
// The folder that node itself is in has to be there, with node in it and nothing else.
const folders = ["/home", "/root", "/tmp", "/var", "/etc/ssl"];
const canary = process.argv[1];
const writable = (path) => { try { writeFileSync(path, "x"); return true; } catch { return false; } };
console.log(JSON.stringify({
  environment: Object.keys(process.env).filter((name) => name !== "PWD"),
  interfaces: Object.keys(require("node:os").networkInterfaces()).filter((name) => name !== "lo"),
  secrets: [...folders.filter((folder) => !process.execPath.startsWith(folder + "/")), "/etc/passwd", "/proc/1", canary]
    .filter(existsSync),
  writable: [process.execPath, "/lib/x", "/usr/lib/x"].filter(writable),
}));`;

describe("sandboxedLaunch", () => {
  it.skipIf(mustSkip("bwrap"))(
    "N23 leaves no network, no environment, no files but the evaluator's own, and nothing to write",
    () => {
      const { command, args } = sandboxedLaunch(bwrap ?? "bwrap");
      const walls = args.slice(0, args.indexOf("--") + 2);
      const seen = execFileSync(
        command,
        [...walls, "-e", LOOK_AROUND, resolve(import.meta.dirname, "../../package.json")],
        { encoding: "utf8" },
      );
      expect(JSON.parse(seen)).toEqual({ environment: [], interfaces: [], secrets: [], writable: [] });
    },
  );

  it("finds bwrap in absolute folders of the search path only", () => {
    expect(findBwrap("relative:/nonexistent")).toBeUndefined();
  });
});
