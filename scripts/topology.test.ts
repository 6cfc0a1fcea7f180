import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPackageTree } from "./package-tree.ts";
import { topologyProblems } from "./topology-rules.ts";

const root = resolve(import.meta.dirname, "..");

/** The arrows of the architecture, written down a second time so that loosening turbo.json is a change seen here. */
const LAYERS = {
  contract: [],
  port: ["contract"],
  server: ["contract", "port"],
  host: ["contract", "port"],
  face: ["contract"],
  edge: ["contract", "port", "server", "host", "face"],
  proof: ["contract", "port", "server", "host", "face", "edge"],
};

describe("this workspace", () => {
  const tree = readPackageTree(root);

  it("keeps the rules", () => {
    expect(topologyProblems(tree)).toEqual([]);
  });

  it("has the architecture's layers, and each package in its own", () => {
    expect(tree.layers).toEqual(LAYERS);
    expect(Object.fromEntries(tree.packages.map(({ folder, tags }) => [folder, tags[0]]))).toEqual({
      acceptance: "proof",
      chat: "server",
      compositor: "host",
      "compositor-admin": "server",
      "compositor-meta": "server",
      console: "face",
      contract: "contract",
      gateway: "edge",
      loop: "server",
      mcp: "port",
      policy: "port",
      "policy-approver": "server",
      "policy-proposer": "server",
      "policy-reader": "server",
      resources: "server",
      store: "port",
    });
  });

  it("is really read: the sources and their imports are there", () => {
    const sources = tree.packages.flatMap((each) => each.sources);
    expect(sources.length).toBeGreaterThan(30);
    expect(sources.flatMap((file) => file.imports)).toContain("@sallyport/contract/json");
  });
});

describe("topologyProblems on a bad tree", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "topology-"));
    write("turbo.json", JSON.stringify({ boundaries: { tags: rules() } }));
    addPackage("contract", "contract");
    addPackage("mcp", "port");
    addPackage("loop", "server", ["mcp"]);
    addPackage("chat", "server", ["mcp"]);
    addPackage("gateway", "edge", ["chat", "loop"]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const rules = () =>
    Object.fromEntries(Object.entries(LAYERS).map(([tag, allow]) => [tag, { dependencies: { allow } }]));
  const problems = () => topologyProblems(readPackageTree(folder));

  function write(path: string, text: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  function addPackage(name: string, tag: string, dependencies: string[] = []) {
    const names = Object.fromEntries(dependencies.map((each) => [`@sallyport/${each}`, "workspace:*"]));
    write(`packages/${name}/package.json`, JSON.stringify({ name: `@sallyport/${name}`, dependencies: names }));
    write(`packages/${name}/turbo.json`, JSON.stringify({ tags: [tag] }));
  }

  it("finds nothing while the tree is good", () => {
    write("packages/loop/src/index.ts", 'export { openFront } from "@sallyport/mcp";\n');
    write("packages/loop/src/bin.ts", "process.exitCode = process.argv.length;\n");
    write("packages/mcp/src/front.ts", 'import { Server } from "@modelcontextprotocol/sdk/server/index.js";\n');
    expect(problems()).toEqual([]);
  });

  it("finds a server that depends on a server", () => {
    addPackage("loop", "server", ["chat"]);
    expect(problems()).toEqual(["packages/loop/package.json: may not depend on `@sallyport/chat`"]);
  });

  it("finds a server that imports a server, statically, dynamically or as a type", () => {
    write("packages/loop/src/a.ts", 'import { post } from "@sallyport/chat";\n');
    write("packages/loop/src/b.ts", 'const chat = await import("@sallyport/chat/face");\n');
    write("packages/loop/src/c.ts", 'import type {\n  Face,\n} from "@sallyport/chat";\n');
    expect(problems()).toEqual([
      "packages/loop/src/a.ts: may not import `@sallyport/chat`",
      "packages/loop/src/b.ts: may not import `@sallyport/chat/face`",
      "packages/loop/src/c.ts: may not import `@sallyport/chat`",
    ]);
  });

  it("finds an arrow that runs up", () => {
    addPackage("contract", "contract", ["mcp"]);
    expect(problems()).toEqual(["packages/contract/package.json: may not depend on `@sallyport/mcp`"]);
  });

  it("finds a second importer of the SDK", () => {
    write("packages/gateway/src/a.ts", 'import { Client } from "@modelcontextprotocol/sdk/client/index.js";\n');
    expect(problems()).toEqual([
      "packages/gateway/src/a.ts: only `mcp` may import `@modelcontextprotocol/sdk/client/index.js`",
    ]);
  });

  it("finds a file that reaches into another package's folder", () => {
    write("packages/loop/src/tools/a.ts", 'import { post } from "../../../chat/src/post.ts";\n');
    expect(problems()).toEqual(["packages/loop/src/tools/a.ts: `../../../chat/src/post.ts` leaves the package"]);
  });

  it("finds a file that reads the environment by itself", () => {
    write("packages/loop/src/a.ts", "export const home = process.env.HOME;\n");
    write("packages/loop/src/b.ts", 'import { argv } from "node:process";\n');
    expect(problems()).toEqual([
      "packages/loop/src/a.ts: reads `process.argv` or `process.env`; let bin.ts or main.ts read it and hand it over",
      "packages/loop/src/b.ts: reads `process.argv` or `process.env`; let bin.ts or main.ts read it and hand it over",
    ]);
  });

  it("finds names that say nothing, and leaves longer words alone", () => {
    write("packages/loop/src/path-utils.ts", "export {};\n");
    write("packages/loop/src/database.ts", "export {};\n");
    expect(problems()).toEqual(["packages/loop: `src/path-utils.ts` has a name that says nothing; name the noun"]);
  });

  it("finds a package without a layer", () => {
    write("packages/loop/turbo.json", "{}");
    expect(problems()).toContain(
      "packages/loop: give it one layer of turbo.json as `tags` in packages/loop/turbo.json",
    );
  });

  it("fails as a command, and where there is no package at all", () => {
    addPackage("loop", "server", ["chat"]);
    const script = join(root, "scripts/topology.ts");
    const bad = spawnSync("node", [script, folder], { encoding: "utf8" });
    expect([bad.status, bad.stderr]).toEqual([1, "packages/loop/package.json: may not depend on `@sallyport/chat`\n"]);
    rmSync(join(folder, "packages"), { recursive: true });
    mkdirSync(join(folder, "packages"));
    expect(spawnSync("node", [script, folder], { encoding: "utf8" }).stderr).toBe("no packages found\n");
  });
});
