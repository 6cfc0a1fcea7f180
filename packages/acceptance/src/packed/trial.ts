import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Params, RawClient } from "../harness/raw-client.ts";
import type { Figures } from "./figures.ts";
import { type LocalRegistry, PATH } from "./local-registry.ts";
import { children, isOwnTool, type PackedServer, type Surroundings } from "./packed-servers.ts";
import { type Session, session } from "./session.ts";

/** Starts of the installed command that are measured. */
const STARTS = 3;

/** What came of installing a server into an empty folder and using it. */
export interface Trial {
  name: string;
  /** With an empty cache, with a full one, and as each further face. */
  sessions: readonly Session[];
  /** Its own tools, of all its faces. */
  tools: readonly Params[];
  figures: Figures;
}

/** Tries every server, two at a time, for npm waits a lot; then, with nothing beside it, how fast each starts. */
export async function tryAll(
  servers: readonly PackedServer[],
  registry: LocalRegistry,
  around: Pick<Surroundings, "compositor" | "store">,
): Promise<Trial[]> {
  const waiting = servers.entries();
  const tried: Tried[] = [];
  const work = async () => {
    for (const [place, server] of waiting) {
      tried[place] = await tryPacked(server, registry, around).catch((error: unknown) => {
        throw new Error(`@sallyport/${server.name}: ${String(error)}`, { cause: error });
      });
    }
  };
  await Promise.all([work(), work()]);
  const trials: Trial[] = [];
  for (const { start, figures, ...trial } of tried) {
    trials.push({ ...trial, figures: { ...figures, initializeMs: await initializeMs(start) } });
  }
  return trials;
}

interface Tried extends Omit<Trial, "figures"> {
  figures: Omit<Figures, "initializeMs">;
  /** Starts the installed command, without npx. */
  start(): RawClient;
}

/** Runs `npx -y @sallyport/NAME` twice, where there is nothing but npm and Node; then the command it installed. */
async function tryPacked(
  { name, args: argsFor, deed, faces = [] }: PackedServer,
  { folder: root, npmrc }: LocalRegistry,
  around: Pick<Surroundings, "compositor" | "store">,
): Promise<Tried> {
  const folder = join(root, name);
  const cwd = join(folder, "empty");
  mkdirSync(cwd, { recursive: true });
  const file = join(folder, "servers.json");
  writeFileSync(file, JSON.stringify({ mcpServers: children(folder) }));
  const args = argsFor?.({ ...around, configuration: file }) ?? [];
  const env = {
    PATH,
    HOME: folder,
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
    npm_config_cache: join(folder, "npm"),
    npm_config_userconfig: npmrc,
  };
  const npx = () => new RawClient({ command: "npx", args: ["-y", `@sallyport/${name}`, ...args], env, cwd });
  const cold = await session(npx, deed);
  const warm = await session(npx, deed);

  const modules = join(folder, "npm/_npx/*/node_modules");
  const [bin = ""] = globSync(join(modules, `@sallyport/${name}/dist/bin.js`));
  const direct = (more: readonly string[]) => () =>
    new RawClient({ command: process.execPath, args: [bin, ...args, ...more], env, cwd });
  const others: Session[] = [];
  for (const face of faces) others.push(await session(direct(face.args), face.deed));

  const sessions = [cold, warm, ...others];
  return {
    name,
    sessions,
    start: direct([]),
    tools: sessions.flatMap(({ tools }) => tools).filter((tool) => isOwnTool(String(tool.name))),
    figures: {
      name,
      packages: globSync([join(modules, "[!@.]*/package.json"), join(modules, "@*/*/package.json")]).length,
      coldSeconds: cold.seconds,
      warmSeconds: warm.seconds,
      goneMs: Math.max(cold.goneMs, warm.goneMs),
    },
  };
}

/** The median of some starts; the first fills the compile cache and is not counted. */
async function initializeMs(open: () => RawClient): Promise<number> {
  const samples: number[] = [];
  for (let start = 0; start <= STARTS; start++) {
    const begun = performance.now();
    const client = open();
    await client.initialize();
    samples.push(performance.now() - begun);
    await client.close();
  }
  return samples.slice(1).toSorted((a, b) => a - b)[(STARTS - 1) / 2] ?? Number.NaN;
}
