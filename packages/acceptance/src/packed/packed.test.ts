import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// @boundaries-ignore the one file that says what a test may do without
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { EVERYTHING } from "../harness/bins.ts";
import { startHttpServer } from "../harness/http-server.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { reportFigures } from "./figures.ts";
import { type InstalledPackage, installedPackages } from "./installed-packages.ts";
import { type LocalRegistry, publishWorkspace, startLocalRegistry } from "./local-registry.ts";
import { children, PACKED_SERVERS } from "./packed-servers.ts";
import { type Trial, tryAll } from "./trial.ts";

describe.skipIf(mustSkip("registry"))("every server, published to a registry of our own and run with npx", () => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-packed-"));
  let registry: LocalRegistry;
  let trials: readonly Trial[];
  let packages: readonly InstalledPackage[];

  beforeAll(async () => {
    registry = await startLocalRegistry(folder);
    await publishWorkspace(registry);
    await using compositor = await startHttpServer(EVERYTHING, ["streamableHttp"]);
    await using bed = createTestBed();
    await bed.serve(children(bed.folder));
    trials = await tryAll(PACKED_SERVERS, registry, { compositor: compositor.url, store: bed.store });
    packages = installedPackages(folder);
    reportFigures(trials.map(({ figures }) => figures));
  }, 900_000);
  afterAll(async () => {
    await registry?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it("P01 each starts under its own name and does what it was asked", () => {
    const sessions = trials.flatMap(({ name, sessions: own }) => own.map((each) => ({ name, ...each })));
    expect(sessions.map(({ name, server }) => [name, server.name])).toEqual(
      sessions.map(({ name }) => [name, name === "gateway" ? "sallyport" : `sallyport-${name}`]),
    );
    expect(sessions.length).toBeGreaterThanOrEqual(2 * PACKED_SERVERS.length);
    expect(
      sessions
        .filter(({ answer }) => answer.error !== undefined || answer.result.isError === true)
        .map(({ name, answer }) => ({ name, answer })),
    ).toEqual([]);
  });

  it("P02 each ends when its stdin does, and has printed nothing but JSON-RPC", () => {
    // A line that is no JSON-RPC, and a process that stays, have stopped the trial already.
    expect(trials.map(({ name, sessions }) => [name, new Set(sessions.map(({ exit }) => exit))])).toEqual(
      PACKED_SERVERS.map(({ name }) => [name, new Set([0])]),
    );
  });

  it("P03 a server with one job installs eight packages at most", () => {
    const allowed = new Map(PACKED_SERVERS.map(({ name, packages: most = Number.POSITIVE_INFINITY }) => [name, most]));
    expect(
      trials.map(({ figures }) => figures).filter((each) => each.packages > (allowed.get(each.name) ?? 0)),
    ).toEqual([]);
    expect(trials.filter(({ figures }) => figures.packages === 0)).toEqual([]);
  });

  it("P04 every tool has a title and says all four things about itself", () => {
    const tools = trials.flatMap(({ name, tools: own }) => own.map((tool) => ({ server: name, ...tool })));
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.filter((tool) => !isDescribed(tool))).toEqual([]);
  });

  it("P05 every package brings its licence, a readme, and the licences of what it bundles", () => {
    expect(packages.length).toBeGreaterThan(PACKED_SERVERS.length);
    const lacking = (file: string) => packages.filter(({ files }) => !files.includes(file)).map(({ name }) => name);
    expect([lacking("LICENSE"), lacking("README.md")]).toEqual([[], []]);
    expect(packages.map(({ name, bundles, named }) => [name, bundles.filter((each) => !named.includes(each))])).toEqual(
      packages.map(({ name }) => [name, []]),
    );
    expect(packages.flatMap(({ bundles }) => bundles)).toContain("@modelcontextprotocol/sdk");
  });

  it("P06 no package holds tests, sources, a path of the machine that built it, or a dependency only a workspace has", () => {
    expect(packages.flatMap(({ name, strays }) => strays.map((file) => `${name}: ${file}`))).toEqual([]);
  });
});

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire, whatever it is
function isDescribed({ title, annotations }: any): boolean {
  return typeof title === "string" && title !== "" && HINTS.every((hint) => typeof annotations?.[hint] === "boolean");
}
