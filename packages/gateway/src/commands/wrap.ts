import { resolve } from "node:path";
import { inheritedEnvironment, MOUNT_DEFAULTS, type MountSpec, ownCommandRefusal } from "@sallyport/compositor";
import { EXIT } from "@sallyport/contract/exit-codes";
import { isReservedMount, MOUNT_NAME, normaliseMountName } from "@sallyport/contract/names";
import { type Command, InvalidArgumentError } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { programOnPath } from "../program-on-path.ts";
import { logOn, type ServeOptions, serveDoors, withServeOptions } from "../serve-doors.ts";
import type { Surroundings } from "../surroundings.ts";
import { wrappedName } from "../wrapped-name.ts";

const TEACHING = `
Put it before the command in a client's configuration. Before:

  "notes": {
    "command": "npx",
    "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"],
    "env": { "TOKEN": "..." }
  }

After:

  "notes": {
    "command": "npx",
    "args": ["-y", "@sallyport/gateway", "wrap", "--",
             "npx", "-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"],
    "env": { "TOKEN": "..." }
  }

Tools, prompts and resources keep their names, so prompts and permission rules go on working. The server gets this process's folder and
environment, but for what is named SALLYPORT_... A policy sees it as the server of its mount's name, here \`server-filesystem\`.
Servers that are wrapped one by one share a policy and its questions, unless each has an \`--agent\` of its own.
`;

interface WrapOptions extends ServeOptions {
  name?: string;
  trusted?: true;
}

/** `sallyport wrap`: the agent's door before one server, whose names stay as they are. */
export function wrapCommand(program: Command, surroundings: Surroundings): void {
  withServeOptions(program.command("wrap"), surroundings)
    .usage("[options] -- COMMAND [ARGS...]")
    .argument("<command...>", "how the server is started, after `--`")
    .description("serve one server, names unchanged: put it before the command in an MCP client's configuration")
    .option("--name <mount>", "what the policy calls the server; after its program or package if left out", mountName)
    .option("--trusted", "believe what the server says about its own tools, such as that one only reads")
    .addHelpText("after", TEACHING)
    .action(async ([command = "", ...args]: string[], options: WrapOptions) => {
      const mount = wrapped({ command, args, options, surroundings });
      const log = logOn(surroundings, options.logLevel);
      log("info", `the server is mounted as \`${mount.name}\``);
      const config = { mounts: [mount], environment: inheritedEnvironment(surroundings.env), notices: [] };
      await serveDoors({ options, config, log, surroundings, hungUp: ({ end }) => end() });
    });
}

interface Wrapped {
  command: string;
  args: readonly string[];
  options: WrapOptions;
  surroundings: Pick<Surroundings, "env" | "cwd">;
}

function wrapped({ command, args, options, surroundings: { env, cwd } }: Wrapped): MountSpec {
  const refusal = ownCommandRefusal(command, args);
  if (refusal !== undefined) throw new CommandFailure(EXIT.usage, refusal);
  const program = command.includes("/") ? resolve(cwd, command) : command;
  if (programOnPath(program, env.PATH ?? "") === null) {
    throw new CommandFailure(EXIT.usage, `there is no program \`${command}\`; install it, or write its whole path`);
  }
  return {
    ...MOUNT_DEFAULTS,
    name: options.name ?? nameOf(command, args),
    namesAsIs: true,
    trusted: options.trusted === true,
    // There is nothing else behind this door; to take it away, take it out of the client's configuration.
    pinned: true,
    spec: { type: "stdio", command: program, args, env: forChild(env) },
  };
}

function nameOf(command: string, args: readonly string[]): string {
  const written = wrappedName(command, args);
  const name = normaliseMountName(written);
  if (name !== null && !isReservedMount(name)) return name;
  const why = name === null ? "holds nothing a mount's name can be made of" : "is a name of Sallyport's own";
  throw new CommandFailure(EXIT.usage, `\`${written}\` ${why}; choose one with \`--name\``);
}

/** The client's configuration put the environment there for this server; what is ours in it is none of its business. */
function forChild(env: Surroundings["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("SALLYPORT_"),
    ),
  );
}

function mountName(value: string): string {
  if (!MOUNT_NAME.test(value)) {
    throw new InvalidArgumentError("it is a lower-case letter, then up to 31 of `a-z 0-9 _ -`.");
  }
  if (isReservedMount(value)) throw new InvalidArgumentError("it is a name of Sallyport's own; choose another.");
  return value;
}
