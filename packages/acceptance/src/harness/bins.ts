import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "../../..");
const require = createRequire(import.meta.url);

/** The built command of one of our packages. */
export const bin = (name: string) => join(packages, name, "dist/bin.js");
export const GATEWAY = bin("gateway");
export const HUMAN_DOOR = join(here, "human-door.ts");
export const EVIL_MCP = join(here, "../evil-mcp/main.ts");
/** Entry files of the real servers from npm. */
const reference = (name: string) =>
  join(dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`)), "dist/index.js");
export const FILESYSTEM = reference("filesystem");
export const EVERYTHING = reference("everything");
export const MEMORY = reference("memory");
/** The server that the official conformance suite wants to find. */
export const CONFORMANCE_SERVER = join(here, "../conformance-server/main.ts");
/** Clients nobody here wrote. */
export const CONFORMANCE = join(
  dirname(require.resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);
export const INSPECTOR = join(
  dirname(require.resolve("@modelcontextprotocol/inspector/package.json")),
  "clients/launcher/build/index.js",
);
