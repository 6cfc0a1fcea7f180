import { agentId, DEFAULT_AGENT } from "@sallyport/contract/principals";
import { defaultStoreUrl } from "@sallyport/store";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Surroundings } from "./surroundings.ts";

/** What a command about a whole store takes. */
export interface WholeStoreOptions {
  /** A store URL. */
  store: string;
  logLevel: LogLevel;
}

/** What a command about one agent of a store takes. */
export interface StoreOptions extends WholeStoreOptions {
  agent: string;
}

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The flags of a command about one agent, each with its environment twin. */
export function withStoreOptions(command: Command, surroundings: Pick<Surroundings, "env">): Command {
  return withWholeStoreOptions(command, surroundings).addOption(
    new Option("--agent <id>", "whose door this is")
      .env("SALLYPORT_AGENT")
      .default(DEFAULT_AGENT)
      .argParser(parsedAgent),
  );
}

/** The flags every command has, each with its environment twin. */
export function withWholeStoreOptions(command: Command, { env }: Pick<Surroundings, "env">): Command {
  return command
    .addOption(
      new Option("--store <url>", "where the state is kept")
        .env("SALLYPORT_STORE")
        .default(defaultStoreUrl(env), "a SQLite file under the XDG state folder"),
    )
    .addOption(
      new Option("--log-level <level>", "least level logged to stderr")
        .env("SALLYPORT_LOG_LEVEL")
        .choices(LOG_LEVELS)
        .default("info"),
    );
}

export const jsonOption = () => new Option("--json", "records as the store has them, in an array");

function parsedAgent(value: string): string {
  const parsed = agentId.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
}

/** Whose decisions: a name that can be read in a record. */
export const userOption = (says: string) =>
  new Option("--user <name>", `${says}; yours if left out`).argParser((value) => {
    if (/^[^\s\p{C}](?:[^\p{C}]{0,62}[^\s\p{C}])?$/u.test(value)) return value;
    throw new InvalidArgumentError("it is a name of 1 to 64 characters that can be seen, without spaces around it.");
  });

export function parsedCount(value: string): number {
  const count = Number(value);
  if (/^\d+$/.test(value) && count > 0 && count <= 100_000) return count;
  throw new InvalidArgumentError("it is a whole number from 1 to 100000.");
}

/** Examples below a command's help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}
