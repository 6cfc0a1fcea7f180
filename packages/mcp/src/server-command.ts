import { Console } from "node:console";
import { EXIT } from "@sallyport/contract/exit-codes";
import { agentId, DEFAULT_AGENT } from "@sallyport/contract/principals";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { LOG_LEVELS, type Log, type LogLevel, stderrLog } from "./command-log.ts";
import type { Front, FrontTransport } from "./front.ts";
import { openFront } from "./open-front.ts";
import { stdioFront } from "./stdio-front.ts";
import { tableFront } from "./table-front.ts";
import type { ServedTable } from "./tool-table.ts";

/** How long closing may take after stdin has ended, in milliseconds, before the process ends anyway. */
const CLOSE_MS = 1_000;

export interface ServerCommandOptions {
  /** `--store` or SALLYPORT_STORE; undefined when neither is set. */
  store: string | undefined;
  agent: string;
  logLevel: LogLevel;
  /** Options of this server only, by commander's camel-case names. */
  [extra: string]: unknown;
}

/** An option of one server beside those all servers have. */
export interface ServerOption {
  /** As the help shows it: `--face <face>`; without a value it is a switch. */
  flags: string;
  description: string;
  /** Environment variable that is its twin; for an option with a value only. */
  env?: string;
  choices?: readonly string[];
  default?: string;
}

export interface ServerCommand {
  /** The package's name without its scope; the bin is `sallyport-<name>`. */
  name: string;
  version: string;
  /** One sentence. */
  summary: string;
  /** What this server may do, and what it may not, a line each. */
  grants: readonly string[];
  extraOptions?: readonly ServerOption[];
  /** Opens the powers and answers what to serve. What it throws ends the process with exit code 78. */
  open(options: ServerCommandOptions, log: Log): Promise<ServedTable | OwnFront>;
}

/** A server that is more than one table: it opens its own front at the transport it is given. */
export interface OwnFront {
  serve(transport: FrontTransport): Promise<Front>;
  close(): Promise<void>;
}

/** Runs a server's bin: reads flags and environment, serves stdio until the client is gone, and ends the process. */
export async function runServerCommand(command: ServerCommand): Promise<void> {
  const bin = `sallyport-${command.name}`;
  // A stray `console.log` in a dependency would corrupt the protocol.
  globalThis.console = new Console(process.stderr);
  // A log that nobody reads any more is no reason to end what it tells of.
  process.stderr.on("error", () => {});
  const options = readOptions(command, bin);
  const log = stderrLog(bin, options.logLevel);
  const served = await command.open(options, log).catch((error: unknown) => {
    process.stderr.write(`${bin}: ${wordsOf(error)}\n`);
    process.exit(EXIT.config);
  });
  if (process.stdin.isTTY) process.stderr.write(terminalHint(command, bin));

  const front = "serve" in served ? await served.serve(stdioFront()) : await openTable(served, log);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void front.close());
  await front.closed;
  setTimeout(() => process.exit(EXIT.ok), CLOSE_MS).unref();
  await served.close?.();
  process.exit(EXIT.ok);
}

function openTable(table: ServedTable, log: Log): Promise<Front> {
  const onError = (method: string, error: unknown) =>
    log("error", `${method}: ${error instanceof Error ? error.stack : String(error)}`);
  return openFront({ ...tableFront(table), onError }, stdioFront());
}

function readOptions(command: ServerCommand, bin: string): ServerCommandOptions {
  const program = new Command(bin)
    .description(`${command.summary}\n\n${command.grants.join("\n")}`)
    .version(command.version)
    .allowExcessArguments(false)
    .exitOverride()
    .addOption(new Option("--store <url>", "where state is kept").env("SALLYPORT_STORE").argParser(nonEmpty))
    .addOption(
      new Option("--agent <id>", "the agent this server works for")
        .env("SALLYPORT_AGENT")
        .default(DEFAULT_AGENT)
        .argParser(parseAgent),
    )
    .addOption(
      new Option("--log-level <level>", "least level logged to stderr")
        .env("SALLYPORT_LOG_LEVEL")
        .choices(LOG_LEVELS)
        .default("info"),
    );
  for (const option of command.extraOptions ?? []) program.addOption(commanderOption(option));
  try {
    program.parse();
  } catch (error) {
    // Commander has said what is wrong, on stderr; help and version end here too.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
    throw error;
  }
  return program.opts<ServerCommandOptions>();
}

function commanderOption({ flags, description, env, choices, default: unset }: ServerOption): Option {
  const option = new Option(flags, description).default(unset);
  if (env !== undefined) option.env(env);
  return choices === undefined ? option : option.choices(choices);
}

function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("it is empty.");
  return value;
}

function parseAgent(value: string): string {
  const parsed = agentId.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const remedy = "remedy" in error && typeof error.remedy === "string" ? `; ${error.remedy}` : "";
  return `${error.message}${remedy}`.replaceAll("\n", " ");
}

function terminalHint(command: ServerCommand, bin: string): string {
  const configuration = {
    mcpServers: { [command.name]: { command: "npx", args: ["-y", `@sallyport/${command.name}`] } },
  };
  return [
    `${bin}: ${command.summary}`,
    "This is an MCP server; it speaks JSON-RPC on stdin and stdout. An MCP client starts it with",
    `  ${JSON.stringify(configuration)}`,
    "Ctrl-D ends it; --help lists its options.",
    "",
  ].join("\n");
}
