import { EXIT } from "@sallyport/contract/exit-codes";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { refusedAddress } from "./own-address.ts";

/** Where a door is looked for when nothing else is said. */
export const DEFAULT_PORT = 7410;

/** What a command that is an agent's door takes for its HTTP side. */
export interface HttpDoorFlags {
  /** Absent where nobody said anything, false for no HTTP at all. */
  http?: number | false;
  host?: string;
  allowRemote?: true;
  hostName?: readonly string[];
}

/** The flags of an HTTP door. */
export function withHttpDoorFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--http <port>",
        `where HTTP is served; ${DEFAULT_PORT}, or any free port, if left out; 0 is any free one`,
      )
        .env("SALLYPORT_HTTP")
        .argParser(parsedPort),
    )
    .option("--no-http", "no HTTP: no page for you, no agents over the network (`SALLYPORT_HTTP=off`)")
    .option("--host <address>", "the address HTTP is served at; 127.0.0.1 if left out")
    .option("--allow-remote", "let `--host` be an address that other machines reach; put TLS before it")
    .option(
      "--host-name <names...>",
      "what clients call this machine, where that is not its address: `host` or `host:port`",
    );
}

/** True where a door that cannot be opened is a failure, as somebody relies on it. */
export function isHttpAskedFor({ http, host }: HttpDoorFlags): boolean {
  return (http !== undefined && http !== false) || host !== undefined;
}

/** Throws `CommandFailure` for flags no door can be opened with, before anything is opened. */
export function wantPossibleDoor({ host, allowRemote }: HttpDoorFlags): void {
  const refusal = host === undefined ? null : refusedAddress(host, allowRemote === true);
  if (refusal !== null) throw new CommandFailure(EXIT.config, refusal);
}

function parsedPort(value: string): number | false | undefined {
  // A variable that is empty says nothing.
  if (value === "") return undefined;
  if (value === "off") return false;
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError("it is a port from 0 to 65535.");
}
