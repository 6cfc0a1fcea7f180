import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

// The acceptance tests' copy of the server the demo plays on: nothing is fetched while it plays.
const server = resolve("packages/acceptance/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  [resolve("node_modules/.bin/turbo"), "run", "build", "--filter=@sallyport/gateway", "--output-logs=errors-only"],
  [process.execPath, "packages/gateway/dist/bin.js", "demo", "--filesystem-server", server],
];

for (const [program, ...args] of COMMANDS) {
  const { status, error } = spawnSync(program, args, { stdio: "inherit" });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
