import { EXIT } from "@sallyport/contract/exit-codes";
import { approveProposal, rejectProposal } from "@sallyport/contract/policy-approver";
import { type ProposalPage, type ProposalRecord, proposalList, proposalPage } from "@sallyport/contract/proposals";
import { URIS } from "@sallyport/contract/uris";
import type { Peer } from "@sallyport/mcp";
import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withHumanDoor, withRecords } from "../human-door.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { idMeant, shortIds } from "../short-ids.ts";
import { showOn, span } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { callTool, readPage } from "../table-client.ts";
import { inForce } from "./policy.ts";

/** As many characters of the review token as are shown, and as must at least be given. */
const REVIEW_LENGTH = 12;

const ID = "a proposal's id, or the first eight characters of it";

/** `sallyport proposals`: policies an agent would like to have. */
export function proposalsCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("proposals")
    .description("read and decide the policies an agent proposes")
    .addHelpText("after", examples("sallyport proposals list", "sallyport proposals show ID"));

  withStoreOptions(group.command("list"), surroundings)
    .description("every proposal, the latest first")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport proposals list"))
    .action(async (options: StoreOptions & { json?: true }) => {
      const records = await withRecords(options, ({ proposals }) => proposals.list({ agent: options.agent }));
      if (options.json) return shown.records(records);
      const short = shortIds(records.map(({ id }) => id));
      shown.table(
        ["ID", "STATUS", "MADE", "TITLE"],
        records.map((record) => listRow(record, short)),
        `agent \`${options.agent}\` has proposed nothing`,
      );
    });

  withStoreOptions(group.command("show"), surroundings)
    .argument("<id>", ID)
    .description("the page to read before deciding: the program, what it changes, the agent's claim")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport proposals show ID"))
    .action(async (id: string, options: StoreOptions & { json?: true }) => {
      const page = await withHumanDoor(options, surroundings, ({ reader }) => pageOf(reader, id, options));
      if (options.json) return shown.records([page]);
      shown.fields(detail(page));
      if (page.review !== null) shown.lines(howToDecide(page, page.review, options));
    });

  withStoreOptions(group.command("approve"), surroundings)
    .argument("<id>", ID)
    .description("make a proposal the policy")
    .option(
      "--review <token>",
      "the token of the page you read; on a terminal you are shown the page and asked instead",
    )
    .option("--comment <text>", "kept with the decision")
    .addHelpText("after", examples("sallyport proposals show ID", "sallyport proposals approve ID --review TOKEN"))
    .action(async (id: string, options: StoreOptions & { review?: string; comment?: string }) => {
      const version = await withHumanDoor(options, surroundings, async ({ reader, approver }) => {
        const page = await pageOf(reader, id, options);
        const review = await reviewed(page, options.review);
        const comment = options.comment === undefined ? {} : { comment: options.comment };
        return callTool(approver, approveProposal, { id: page.id, review, ...comment });
      });
      shown.lines(inForce(version));
    });

  withStoreOptions(group.command("reject"), surroundings)
    .argument("<id>", ID)
    .description("reject a proposal")
    .option("--reason <text>", "what the agent reads on its proposal", "")
    .addHelpText("after", examples("sallyport proposals reject ID --reason 'too wide'"))
    .action(async (id: string, options: StoreOptions & { reason: string }) => {
      const rejected = await withHumanDoor(options, surroundings, async ({ reader, approver }) => {
        const page = await pageOf(reader, id, options);
        return callTool(approver, rejectProposal, { id: page.id, reason: options.reason });
      });
      shown.lines(`rejected ${rejected.id}`);
    });

  /** The token of the page that was read: given, or shown and agreed to just now. */
  async function reviewed(page: ProposalPage, given: string | undefined): Promise<string> {
    // A decided proposal has no token; whatever stands here, the approver says who decided it and when.
    const token = page.review ?? "decided";
    if (given !== undefined) return given.length >= REVIEW_LENGTH && token.startsWith(given) ? token : given;
    if (page.review === null) return token;
    if (!surroundings.stdinIsTerminal) {
      const message = `read it first: \`sallyport proposals show ${page.id}\`, then approve with the \`--review\` it names`;
      throw new CommandFailure(EXIT.usage, message);
    }
    shown.fields(detail(page));
    const answer = await surroundings.ask("make this the policy? [y/N] ");
    if (/^y(es)?$/i.test(answer.trim())) return token;
    throw new CommandFailure(EXIT.failed, "not approved; the policy is unchanged");
  }
}

/** The page that a whole id, or the beginning of one, stands for. */
async function pageOf(reader: Peer, written: string, { agent }: StoreOptions): Promise<ProposalPage> {
  const whole = await readPage(reader, URIS.proposal(written), proposalPage);
  if (whole !== null) return whole;
  const known = await readPage(reader, URIS.proposals, proposalList);
  const id = idMeant(written, known?.proposals.map(({ id }) => id) ?? []);
  const page = id === written ? null : await readPage(reader, URIS.proposal(id), proposalPage);
  if (page !== null) return page;
  const message = `agent \`${agent}\` has no proposal \`${written}\`; see \`sallyport proposals list\``;
  throw new CommandFailure(EXIT.failed, message);
}

function listRow({ id, status, created_at, title }: ProposalRecord, short: (id: string) => string): string[] {
  return [short(id), status, `${span(created_at, Date.now())} ago`, title || "-"];
}

function detail(page: ProposalPage): [string, string][] {
  const decided = `${page.decided_at} by ${page.decided_by ?? "nobody"}${page.comment ? `: ${page.comment}` : ""}`;
  return [
    ["proposal", page.id],
    ["status", page.status],
    ["agent", page.agent],
    ["made", page.created_at],
    ["title", page.title || "-"],
    ["the agent claims, unverified", page.rationale || "nothing"],
    ...(page.decided_at === null ? [] : [["decided", decided] as [string, string]]),
    [`what it changes (${page.language})`, `${page.diff.trimEnd()}\n`],
  ];
}

function howToDecide({ id }: ProposalPage, review: string, { agent }: StoreOptions): string {
  const suffix = agent === "default" ? "" : ` --agent ${agent}`;
  return [
    `approve:  sallyport proposals approve ${id} --review ${review.slice(0, REVIEW_LENGTH)}${suffix}`,
    `reject:   sallyport proposals reject ${id} --reason '...'${suffix}`,
  ].join("\n");
}
