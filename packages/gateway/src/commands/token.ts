import { EXIT } from "@sallyport/contract/exit-codes";
import { type Command, InvalidArgumentError, Option } from "commander";
import { CommandFailure } from "../command-failure.ts";
import type { AgentTokenRecord } from "../http/credentials/agent-tokens.ts";
import type { Credentials } from "../http/credentials/credentials.ts";
import {
  examples,
  jsonOption,
  type StoreOptions,
  userOption,
  type WholeStoreOptions,
  withStoreOptions,
  withWholeStoreOptions,
} from "../options.ts";
import { showOn, span } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

const DAY_S = 24 * 60 * 60;

/** A person's token cannot be taken back, so it is short unless somebody says otherwise, and never longer than its key is good for. */
const HUMAN_DAYS = { unsaid: 1, most: 30 };

interface CreateOptions extends StoreOptions {
  for: "agent" | "human";
  ttl?: number;
  user?: string;
  json?: true;
}

/** `sallyport token`: what opens the HTTP doors of a store. */
export function tokenCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("token")
    .description("tokens for MCP clients over HTTP: an agent's, or yours")
    .addHelpText("after", examples("sallyport token create --for agent", "sallyport token list"));

  withStoreOptions(group.command("create"), surroundings)
    .addOption(
      new Option("--for <whom>", "what its bearer may do: what the agent may, or what you may")
        .choices(["agent", "human"])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        "--ttl <days>",
        "how long it is good; an agent's until it is revoked, yours 1 day, 30 at most, if left out",
      ).argParser(parsedDays),
    )
    .addOption(userOption("whose decisions a human's token makes"))
    .addOption(jsonOption())
    .description("make a token; it is printed once, alone on stdout, and kept nowhere")
    .addHelpText(
      "after",
      examples("TOKEN=$(sallyport token create --for agent --ttl 30)", "sallyport token create --for human --user ann"),
    )
    .addHelpText("after", TEACHING)
    .action(async (options: CreateOptions) => {
      const credentials = await credentialsOf(options);
      const made = options.for === "agent" ? forAgent(credentials, options) : await forHuman(credentials, options);
      if (options.json) return shown.records([made]);
      surroundings.writeOut(`${made.token}\n`);
    });

  withWholeStoreOptions(group.command("list"), surroundings)
    .description("the agents' tokens of this store; what they are was told when they were made")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport token list", "sallyport token list --json"))
    .action(async (options: WholeStoreOptions & { json?: true }) => {
      const records = (await credentialsOf(options)).agents.list();
      if (options.json) return shown.records(records);
      const none = "there are none; `sallyport token create --for agent` makes one";
      shown.table(["ID", "AGENT", "MADE", "GOOD FOR"], records.map(listRow), none);
    });

  withWholeStoreOptions(group.command("revoke"), surroundings)
    .argument("<id>", "a token's id, as `sallyport token list` shows it")
    .description("take an agent's token back: it opens nothing from now on, and what it opened ends within 15 seconds")
    .addHelpText("after", examples("sallyport token list", "sallyport token revoke ID"))
    .action(async (id: string, options: WholeStoreOptions) => {
      if (!(await credentialsOf(options)).agents.revoke(id))
        throw new CommandFailure(EXIT.failed, `there is no token \`${id}\`; see \`sallyport token list\``);
      shown.lines(`revoked token \`${id}\``);
    });

  function forAgent({ agents }: Credentials, { agent, ttl, user }: CreateOptions) {
    if (user !== undefined) throw new CommandFailure(EXIT.usage, "`--user` is for `--for human`; leave it out");
    const { token, record } = agents.create(agent, ttl === undefined ? null : ttl * DAY_S);
    return { token, ...record };
  }

  async function forHuman({ humans }: Credentials, { ttl = HUMAN_DAYS.unsaid, user }: CreateOptions) {
    if (ttl > HUMAN_DAYS.most)
      throw new CommandFailure(
        EXIT.usage,
        `a human's token is good for ${HUMAN_DAYS.most} days at most; make \`--ttl\` smaller`,
      );
    const sub = user === undefined ? surroundings.user : `user:${user}`;
    const expires_at = new Date(Date.now() + ttl * DAY_S * 1_000).toISOString();
    return { token: await humans.issue("bearer", { sub }, ttl * DAY_S), user: sub, expires_at };
  }
}

const TEACHING = `
A client sends it as the header \`Authorization: Bearer TOKEN\` to http://127.0.0.1:7410/mcp. An agent's token is good at the door
of that one agent; a human's at every door of the store, and whoever has it approves as that person: give it to no agent.
A human's token ends by itself: the folder \`keys\` beside the store taken away ends all of them, at the gateway's next start.
`;

async function credentialsOf({ store }: WholeStoreOptions): Promise<Credentials> {
  // Only what is about HTTP takes the time to read what signs tokens.
  const { openCredentials } = await import("../http/credentials/credentials.ts");
  const { doorFolderOf } = await import("../http/credentials/door-folder.ts");
  return openCredentials(doorFolderOf(store), Date.now);
}

function listRow({ id, agent, created_at, expires_at }: AgentTokenRecord): string[] {
  const now = Date.now();
  return [id, agent, `${span(created_at, now)} ago`, expires_at === null ? "until revoked" : span(now, expires_at)];
}

function parsedDays(value: string): number {
  const days = Number(value);
  if (/^\d+$/.test(value) && days > 0 && days <= 3_650) return days;
  throw new InvalidArgumentError("it is a whole number of days from 1 to 3650.");
}
