import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { registryEntryFormat } from "./registry-format.ts";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const servers = globSync("packages/*/package.json", { cwd: root })
  .map((path) => ({ folder: dirname(path), manifest: read(path) }))
  .filter(({ manifest }) => manifest.bin !== undefined);

describe("server.json of every server", () => {
  it("has the form the MCP registry publishes", () => {
    expect(servers.length).toBeGreaterThan(5);
    expect(
      servers
        .map(({ folder }) => ({ folder, problem: registryEntryFormat.safeParse(read(`${folder}/server.json`)).error }))
        .filter(({ problem }) => problem !== undefined),
    ).toEqual([]);
  });

  it("has the name that its package claims on npm, and the package's own version", () => {
    expect(
      servers.map(({ folder }) => {
        const { name, version, packages } = read(`${folder}/server.json`);
        return { name, version, identifier: packages[0].identifier, packed: packages[0].version };
      }),
    ).toEqual(
      servers.map(({ manifest: { mcpName, version, name } }) => ({
        name: mcpName,
        version,
        identifier: name,
        packed: version,
      })),
    );
  });
});

describe("registryEntryFormat", () => {
  const good = read("packages/policy-reader/server.json");
  const accepts = (change: object) => registryEntryFormat.safeParse({ ...good, ...change }).success;
  const packed = (change: object) => ({ packages: [{ ...good.packages[0], ...change }] });

  it("takes 100 characters of description and not one more", () => {
    expect([accepts({ description: "d".repeat(100) }), accepts({ description: "d".repeat(101) })]).toEqual([
      true,
      false,
    ]);
  });

  it("refuses what the registry refuses: a range, `latest`, a second slash, a positional argument without a value", () => {
    expect(accepts({})).toBe(true);
    expect(
      [
        { version: "^1.2.3" },
        packed({ version: "latest" }),
        { name: "io.github.sallyport/policy/reader" },
        packed({ packageArguments: [{ type: "positional" }] }),
        packed({ transport: undefined }),
        { homepage: "x" },
      ].map(accepts),
    ).toEqual([false, false, false, false, false, false]);
  });
});
