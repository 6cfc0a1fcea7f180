import type { Compositor, CompositorConfig } from "@sallyport/compositor";
import { visibleLine } from "@sallyport/contract/visible-text";
import { type Front, stdioFront } from "@sallyport/mcp";
import type { Command } from "commander";
import { openGateway } from "./gateway.ts";
import { LOG_LEVELS, type LogLevel, type StoreOptions, withStoreOptions } from "./options.ts";
import type { Surroundings } from "./surroundings.ts";

/** How long children and store may take to close, in milliseconds, before the process ends anyway. */
const CLOSE_MS = 1_800;

export type ServeOptions = StoreOptions & { nonInteractive?: true };
export type Log = (level: LogLevel, line: string) => void;

/** The flags of a command that is an agent's door. */
export function withServeOptions(command: Command, surroundings: Surroundings): Command {
  return withStoreOptions(command, surroundings).option(
    "--non-interactive",
    "nobody can be asked: every ask becomes a deny",
  );
}

/** An agent's door on this process's stdin and stdout, from the first byte to the last. */
export interface StdioDoor {
  options: ServeOptions;
  config: CompositorConfig;
  log: Log;
  surroundings: Surroundings;
  /** What a SIGHUP means to this door. */
  hungUp(door: { compositor: Compositor; front: Front }): void;
}

/** Opens the door and resolves when its client is gone and everything behind it has ended. */
export async function serveStdio({ options, config, log, surroundings, hungUp }: StdioDoor): Promise<void> {
  for (const notice of config.notices) log("warn", notice);
  const gateway = await openGateway({
    store: options.store,
    agent: options.agent,
    by: surroundings.user,
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
  const { compositor } = gateway;
  const front = await compositor.openSession({ transport: stdioFront() });
  const forget = surroundings.onHangUp(() => hungUp({ compositor, front }));
  surroundings.stop.addEventListener("abort", () => void front.close(), { once: true });
  if (surroundings.stop.aborted) await front.close();
  await front.closed;
  forget();
  surroundings.endWithin(CLOSE_MS);
  await gateway.close();
}

/** Lines on stderr, from the least level that is wanted. */
export function logOn({ writeError }: Surroundings, least: LogLevel): Log {
  return (level, line) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least))
      writeError(`sallyport ${level}: ${visibleLine(line)}\n`);
  };
}
