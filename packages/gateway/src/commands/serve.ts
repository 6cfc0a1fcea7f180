import { ConfigError } from "@sallyport/compositor";
import type { Command } from "commander";
import { configOption, findConfig, loadConfig } from "../config-file.ts";
import { examples } from "../options.ts";
import { logOn, type ServeOptions, serveDoors, withServeOptions } from "../serve-doors.ts";
import type { Surroundings } from "../surroundings.ts";

const TEACHING = `
HTTP is for you (\`sallyport open\`) and for agents that are not started on stdin; both need a token (\`sallyport token\`).
It is at http://127.0.0.1:7410, or any free port where another gateway has that one; nothing else listens.
SIGHUP reads the configuration again.
`;

/** `sallyport serve`: the agent's door on stdin and stdout, and everybody's on HTTP. */
export function serveCommand(program: Command, surroundings: Surroundings): void {
  withServeOptions(program.command("serve"), surroundings)
    .description("the agent's door on stdin and stdout, and HTTP on this machine; what an MCP client starts")
    .addOption(configOption())
    .addHelpText(
      "after",
      examples(
        "sallyport serve --config servers.json",
        "claude mcp add sallyport -- npx -y @sallyport/gateway serve --config /path/servers.json",
        "sallyport serve --config servers.json --no-stdio --http 7410 --host 0.0.0.0 --allow-remote",
      ),
    )
    .addHelpText("after", TEACHING)
    .action(async (options: ServeOptions & { config?: string }) => {
      const log = logOn(surroundings, options.logLevel);
      const path = findConfig(options.config, surroundings);
      await serveDoors({
        options,
        config: await loadConfig(path, surroundings),
        log,
        surroundings,
        hungUp: ({ gateway }) => {
          loadConfig(path, surroundings)
            .then((next) => gateway.reconfigure(next))
            .then(
              () => log("info", `read \`${path}\` again`),
              (error: unknown) => log("error", `kept the old configuration: ${wordsOf(error)}`),
            );
        },
      });
    });
}

function wordsOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message.replaceAll("\n", " | ");
  return error instanceof Error ? error.message : String(error);
}
