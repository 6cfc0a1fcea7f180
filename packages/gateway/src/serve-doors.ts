import { setTimeout as pause } from "node:timers/promises";
import { type CompositorConfig, isSettleAfter } from "@sallyport/compositor";
import { EXIT } from "@sallyport/contract/exit-codes";
import { visibleLine } from "@sallyport/contract/visible-text";
import { stdioFront } from "@sallyport/mcp";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandFailure } from "./command-failure.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { type HttpDoorFlags, isHttpAskedFor, wantPossibleDoor, withHttpDoorFlags } from "./http/door-options.ts";
import { LOG_LEVELS, type LogLevel, type StoreOptions, withStoreOptions } from "./options.ts";
import type { Surroundings } from "./surroundings.ts";

/** How long children and store may take to close, in milliseconds, before the process ends anyway. */
const CLOSE_MS = 1_800;

/** How long the agent has the process for itself when it starts, in milliseconds: its first question is on stdin by then. */
const AGENT_FIRST_MS = 250;

export interface ServeOptions extends StoreOptions, HttpDoorFlags {
  nonInteractive?: true;
  settle?: CompositorConfig["settle"];
  /** False where nobody is at stdin and stdout. */
  stdio: boolean;
}
export type Log = (level: LogLevel, line: string) => void;

/** The flags of a command that is an agent's door. */
export function withServeOptions(command: Command, surroundings: Surroundings): Command {
  return withHttpDoorFlags(withStoreOptions(command, surroundings))
    .option("--no-stdio", "HTTP alone, until it is told to stop: for a container, or a door of its own")
    .option("--non-interactive", "nobody can be asked: every ask becomes a deny")
    .addOption(
      new Option(
        "--settle <when>",
        "seconds after which a call that waits for you is answered, before its host cuts it, or `never`; by the host's name if left out",
      )
        .env("SALLYPORT_SETTLE")
        .argParser(parsedSettle),
    );
}

function parsedSettle(value: string): CompositorConfig["settle"] {
  // A variable that is empty says nothing.
  if (value === "") return undefined;
  const others = value === "never" ? value : Number(value);
  if (isSettleAfter(others)) return { clients: new Map(), others };
  throw new InvalidArgumentError("it is a number of seconds, more than 0 and at most 86400, or `never`.");
}

/** An agent's doors, on this process's stdin and stdout and on HTTP, from the first byte to the last. */
export interface Doors {
  options: ServeOptions;
  config: CompositorConfig;
  log: Log;
  surroundings: Surroundings;
  /** What a SIGHUP means to these doors. */
  hungUp(doors: { gateway: Gateway; end(): void }): void;
}

/** Opens the doors and resolves when the client on stdin is gone, or the process was told to stop, and everything behind them has ended. */
export async function serveDoors({ options, config, log, surroundings, hungUp }: Doors): Promise<void> {
  wantPossibleDoor(options);
  if (!options.stdio && options.http === false)
    throw new CommandFailure(EXIT.usage, "`--no-stdio` and `--no-http` leave no door to serve; leave one of them out");
  for (const notice of config.notices) log("warn", notice);
  await using open = new AsyncDisposableStack();
  let page: string | undefined;
  const gateway = open.adopt(
    await openGateway({
      store: options.store,
      agent: options.agent,
      config: options.settle === undefined ? config : { ...config, settle: options.settle },
      interactive: options.nonInteractive !== true,
      approvalPage: (id) => (page === undefined ? undefined : new URL(`#/approvals/${id}`, page).href),
      log: (line) => log("warn", line),
    }),
    (opened) => opened.close(),
  );
  const openHttp = async () => {
    page = open.adopt(await openHttpDoor(gateway, options, log), (door) => door.close()).page;
  };

  const isAsked = isHttpAskedFor(options) || !options.stdio;
  if (isAsked) await openHttp();
  const { ended, end } = options.stdio ? await openStdio(gateway) : untilTold();
  if (options.stdio && surroundings.stdinIsTerminal) log("warn", AT_A_TERMINAL);
  const forget = surroundings.onHangUp(() => hungUp({ gateway, end }));
  surroundings.stop.addEventListener("abort", end, { once: true });
  if (surroundings.stop.aborted) end();
  // The agent's own door never waits for one that nobody asked for, nor fails with it.
  if (!isAsked && options.http !== false) {
    await Promise.race([pause(AGENT_FIRST_MS), ended]);
    await openHttp().catch((error: unknown) => log("warn", `no page and no HTTP: ${wordsOf(error)}`));
  }
  await ended;
  forget();
  surroundings.endWithin(CLOSE_MS);
}

const AT_A_TERMINAL =
  "this is an MCP server; a client starts it and speaks JSON-RPC. Ctrl-D ends it, `sallyport --help` says more";

interface Serving {
  ended: Promise<unknown>;
  end(): void;
}

async function openStdio({ compositor }: Gateway): Promise<Serving> {
  const front = await compositor.openSession({ transport: stdioFront() });
  return { ended: front.closed, end: () => void front.close() };
}

function untilTold(): Serving {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: promise, end: resolve };
}

async function openHttpDoor(gateway: Gateway, options: ServeOptions, log: Log) {
  const { store, agent } = options;
  // What only HTTP needs is read when there is a door to open, not on the way to the agent's first answer.
  const { openGatewayDoor } = await import("./http/open-gateway-door.ts");
  const onError = (error: unknown) => log("error", `http: ${error instanceof Error ? error.stack : String(error)}`);
  const door = await openGatewayDoor({ gateway, flags: options, store, agent, onError });
  log("info", `HTTP for MCP clients is at ${door.url}; \`sallyport open\` opens your page at ${door.page}`);
  return door;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Lines on stderr, from the least level that is wanted. */
export function logOn({ writeError }: Surroundings, least: LogLevel): Log {
  return (level, line) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(least))
      writeError(`sallyport ${level}: ${visibleLine(line)}\n`);
  };
}
