import { ConfigError } from "@sallyport/compositor";
import { visibleLine } from "@sallyport/contract/visible-text";
import { stdioFront } from "@sallyport/mcp";
import type { Command } from "commander";
import { configOption, findConfig, loadConfig } from "../config-file.ts";
import { openGateway } from "../gateway.ts";
import { examples, LOG_LEVELS, type LogLevel, type StoreOptions, withStoreOptions } from "../options.ts";
import type { Surroundings } from "../surroundings.ts";

/** How long children and store may take to close, in milliseconds, before the process ends anyway. */
const CLOSE_MS = 1_800;

/** `sallyport serve`: the agent's door, on stdin and stdout. */
export function serveCommand(program: Command, surroundings: Surroundings): void {
  withStoreOptions(program.command("serve"), surroundings)
    .description("the agent's door on stdin and stdout; what an MCP client starts")
    .addOption(configOption())
    .option("--non-interactive", "nobody can be asked: every ask becomes a deny")
    .addHelpText(
      "after",
      examples(
        "sallyport serve --config servers.json",
        "claude mcp add sallyport -- npx -y @sallyport/gateway serve --config /path/servers.json",
      ),
    )
    .addHelpText("after", "\nSIGHUP reads the configuration again. Nothing listens on the network.\n")
    .action(async (options: StoreOptions & { config?: string; nonInteractive?: true }) => {
      const log = logOn(surroundings, options.logLevel);
      const path = findConfig(options.config, surroundings);
      const config = await loadConfig(path, surroundings);
      for (const notice of config.notices) log("warn", notice);

      const gateway = await openGateway({
        store: options.store,
        agent: options.agent,
        config,
        interactive: options.nonInteractive !== true,
        log: (line) => log("info", line),
      });
      if (surroundings.stdinIsTerminal) {
        log(
          "warn",
          "this is an MCP server; a client starts it and speaks JSON-RPC. Ctrl-D ends it, `sallyport --help` says more",
        );
      }
      const reread = surroundings.onHangUp(() => {
        loadConfig(path, surroundings)
          .then((next) => gateway.compositor.reconfigure(next))
          .then(
            () => log("info", `read \`${path}\` again`),
            (error: unknown) => log("error", `kept the old configuration: ${wordsOf(error)}`),
          );
      });

      const front = await gateway.compositor.openSession({ transport: stdioFront() });
      surroundings.stop.addEventListener("abort", () => void front.close(), { once: true });
      if (surroundings.stop.aborted) await front.close();
      await front.closed;
      reread();
      surroundings.endWithin(CLOSE_MS);
      await gateway.close();
    });
}

type Log = (level: LogLevel, line: string) => void;

function logOn({ writeError }: Surroundings, least: LogLevel): Log {
  return (level, line) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least))
      writeError(`sallyport ${level}: ${visibleLine(line)}\n`);
  };
}

function wordsOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message.replaceAll("\n", " | ");
  return error instanceof Error ? error.message : String(error);
}
