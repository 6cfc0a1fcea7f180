import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type CompositorConfig, readConfig } from "@sallyport/compositor";
import { EXIT } from "@sallyport/contract/exit-codes";
import { Option } from "commander";
import { CommandFailure } from "./command-failure.ts";
import type { Surroundings } from "./surroundings.ts";

type Place = Pick<Surroundings, "env" | "cwd">;

export const configOption = () =>
  new Option("--config <file>", "the servers behind the door; `./.mcp.json` or the user's own if left out").env(
    "SALLYPORT_CONFIG",
  );

/** The configuration that was named, or the first there is: `./.mcp.json`, then the user's own. */
export function findConfig(named: string | undefined, { env, cwd }: Place): string {
  if (named !== undefined) return resolve(cwd, named);
  const own = userConfig(env);
  const found = [join(cwd, ".mcp.json"), own].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new CommandFailure(
    EXIT.config,
    [
      "there is no configuration; write the servers to put behind the door into `.mcp.json` here, or into",
      `\`${own}\`, or name a file with \`--config\`. For instance:`,
      `  {"mcpServers": {"files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."]}}}`,
    ].join("\n"),
  );
}

/** Reads a configuration. Throws `ConfigError` with everything that is wrong in it. */
export async function loadConfig(path: string, { env }: Pick<Place, "env">): Promise<CompositorConfig> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const message = `cannot read the configuration \`${path}\` (${error.code ?? error.message}); check the path`;
    throw new CommandFailure(EXIT.config, message);
  });
  return readConfig({ text, path, env });
}

function userConfig(env: Place["env"]): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "sallyport", "config.json");
}
