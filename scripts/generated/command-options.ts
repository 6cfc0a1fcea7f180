import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** One option of a server's command, as its `--help` says it. */
export interface CommandOption {
  /** `--store`. */
  flag: string;
  /** What its value is called; undefined for a switch. */
  value?: string;
  description: string;
  /** The environment variable that is its twin. */
  env?: string;
  choices?: readonly string[];
  default?: string;
}

/** What no server's entry has to say. */
const EVERYWHERE: ReadonlySet<string> = new Set(["--help", "--version"]);

/** Asks a server's command, from its source, for the options it takes; throws where it does not say. */
export async function commandOptions(folder: string, command: readonly string[]): Promise<CommandOption[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@sallyport/source", `packages/${folder}/src/bin.ts`, ...command, "--help"],
    { env: { PATH: process.env.PATH ?? "" } },
  ).catch((error: Error) => {
    const reason = /^\w*Error.*$/m.exec(error.message.replace(/^.*\n/, ""))?.[0] ?? error.message;
    throw new Error(`packages/${folder}: its command fails with \`--help\`: ${reason}`);
  });
  return readHelp(stdout);
}

const OPTION = /^ {2}(?:-\w, )?(--[\w-]+)(?: [<[]([^>\]]+)[>\]])? +(.*)$/;
const ASIDE = / \(((?:choices|default|env): .*)\)$/;

/** The options that a help text lists. */
export function readHelp(help: string): CommandOption[] {
  const [, list = ""] = /^Options:\n((?: +.*\n)+)/m.exec(help) ?? [];
  // A line that starts further in goes on with the one before.
  const lines = list.replace(/\n {3,}(?!--)/g, " ").split("\n");
  return lines.flatMap((line) => {
    const [, flag = "", value, text = ""] = OPTION.exec(line) ?? [];
    return flag === "" || EVERYWHERE.has(flag) ? [] : [readOption(flag, value, text)];
  });
}

function readOption(flag: string, value: string | undefined, text: string): CommandOption {
  const aside = ASIDE.exec(text)?.[1] ?? "";
  const env = /env: (\w+)/.exec(aside)?.[1];
  const choices = /choices: ((?:"[^"]*"(?:, )?)+)/.exec(aside)?.[1];
  const unset = /default: "([^"]*)"/.exec(aside)?.[1];
  return {
    flag,
    description: text.replace(ASIDE, ""),
    ...(value === undefined ? {} : { value }),
    ...(env === undefined ? {} : { env }),
    ...(choices === undefined ? {} : { choices: [...choices.matchAll(/"([^"]*)"/g)].map(([, choice = ""]) => choice) }),
    ...(unset === undefined ? {} : { default: unset }),
  };
}
