import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** How an evaluator process is started, and what stands around it. */
export interface Launch {
  command: string;
  args: string[];
  sandboxed: boolean;
}

const require = createRequire(import.meta.url);
const wasm = realpathSync(require.resolve("quickjs-wasi/quickjs.wasm"));
const stripper = realpathSync(require.resolve("amaro"));
const inSource = import.meta.url.endsWith(".ts");
const entry = realpathSync(fileURLToPath(new URL(inSource ? "./evaluator.ts" : "./evaluator.js", import.meta.url)));

const nodeArguments = ["--max-old-space-size=256", entry, wasm, stripper];

export const plainLaunch: Launch = { command: process.execPath, args: nodeArguments, sandboxed: false };

/** What a dynamically linked Node needs to start, beside itself; whatever is missing is not there to be read. */
const SYSTEM_LIBRARIES = ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib64", "/nix/store", "/etc/ld.so.cache"];

/** The evaluator under bubblewrap: no network, no capabilities, an empty file system but for what it is made of. */
export function sandboxedLaunch(bwrap: string): Launch {
  const node = realpathSync(process.execPath);
  const own = [...SYSTEM_LIBRARIES, node, dirname(entry), dirname(wasm), dirname(stripper)];
  const binds = own.filter((path) => existsSync(path)).flatMap((path) => ["--ro-bind", path, path]);
  const walls = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"];
  return {
    command: bwrap,
    args: [...walls, ...binds, "--dev", "/dev", "--chdir", "/", "--", node, ...nodeArguments],
    sandboxed: true,
  };
}

/** The first `bwrap` on a search path; undefined where there is none. */
export function findBwrap(searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, "bwrap"))
    .find((file) => existsSync(file));
}
