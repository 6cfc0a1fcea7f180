import { ConfigError } from "@sallyport/compositor";
import type { Command } from "commander";
import { configOption, findConfig, loadConfig } from "../config-file.ts";
import { examples } from "../options.ts";
import { logOn, type ServeOptions, serveStdio, withServeOptions } from "../serve-stdio.ts";
import type { Surroundings } from "../surroundings.ts";

/** `sallyport serve`: the agent's door, on stdin and stdout. */
export function serveCommand(program: Command, surroundings: Surroundings): void {
  withServeOptions(program.command("serve"), surroundings)
    .description("the agent's door on stdin and stdout; what an MCP client starts")
    .addOption(configOption())
    .addHelpText(
      "after",
      examples(
        "sallyport serve --config servers.json",
        "claude mcp add sallyport -- npx -y @sallyport/gateway serve --config /path/servers.json",
      ),
    )
    .addHelpText("after", "\nSIGHUP reads the configuration again. Nothing listens on the network.\n")
    .action(async (options: ServeOptions & { config?: string }) => {
      const log = logOn(surroundings, options.logLevel);
      const path = findConfig(options.config, surroundings);
      await serveStdio({
        options,
        config: await loadConfig(path, surroundings),
        log,
        surroundings,
        hungUp: ({ compositor }) => {
          loadConfig(path, surroundings)
            .then((next) => compositor.reconfigure(next))
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
