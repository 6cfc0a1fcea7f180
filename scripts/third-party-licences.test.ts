import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { licencesOf } from "./third-party-licences.ts";

describe("licencesOf", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "licences-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A package as pnpm lays it out; answers one of its files. */
  function addPackage(name: string, license: string, files: Record<string, string>): string {
    const path = join(folder, "node_modules/.pnpm", `${name.replace("/", "+")}@1.0.0`, "node_modules", name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "package.json"), JSON.stringify({ name, version: "1.0.0", license }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    return join(path, "lib/index.js");
  }
  const bundled = (...paths: string[]) => ({
    outputs: { "dist/index.js": { inputs: Object.fromEntries(paths.map((path) => [path, { bytesInOutput: 9 }])) } },
  });

  it("has every package whose code is in the bundle once, with all the texts it brings", () => {
    const parser = addPackage("@a/parser", "Apache-2.0", { LICENSE: "its licence\n", "NOTICE.txt": "its notice" });
    const small = addPackage("small", "MIT", { "licence.md": "small licence" });
    expect(licencesOf(bundled("src/index.ts", parser, small, small))).toBe(
      [
        "Code of others that is bundled into this package, and its licences.",
        "---- @a/parser 1.0.0 (Apache-2.0)",
        "its licence",
        "its notice",
        "---- small 1.0.0 (MIT)",
        "small licence",
      ].join("\n\n"),
    );
  });

  it("leaves out what was looked at and is not in the bundle, and is nothing where all is our own", () => {
    const unused = addPackage("unused", "MIT", { LICENSE: "text" });
    const inputs = { "src/index.ts": { bytesInOutput: 9 }, [unused]: { bytesInOutput: 0 } };
    expect(licencesOf({ outputs: { "dist/index.js": { inputs } } })).toBeNull();
  });

  it("refuses a licence that we may not pass on, and a package that brings none", () => {
    const viral = addPackage("viral", "GPL-3.0", { LICENSE: "text" });
    const silent = addPackage("silent", "MIT", {});
    expect(() => licencesOf(bundled(viral))).toThrow("`viral` has the licence `GPL-3.0`");
    expect(() => licencesOf(bundled(silent))).toThrow("`silent` brings no licence text");
  });
});
