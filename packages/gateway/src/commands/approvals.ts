import {
  type ApprovalHistory,
  type ApprovalRecord,
  approvalHistory,
  approvalRecord,
  DECIDABLE_STATES,
} from "@sallyport/contract/approvals";
import { EXIT } from "@sallyport/contract/exit-codes";
import { approve, deny, extend } from "@sallyport/contract/policy-approver";
import { URIS } from "@sallyport/contract/uris";
import type { Peer } from "@sallyport/mcp";
import { type Command, Option } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withAgents, withHumanDoor } from "../human-door.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { idMeant, shortIds } from "../short-ids.ts";
import { cut, showOn, span, visibleJson } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { callTool, readPage } from "../table-client.ts";
import { watchCommand } from "../watch/watch-command.ts";

const ID = "an approval's id, or the first eight characters of it";

/** `sallyport approvals`: the calls that wait for a person. */
export function approvalsCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("approvals")
    .description("see and decide the calls that wait for a person")
    .addHelpText(
      "after",
      examples("sallyport approvals list", "sallyport approvals show ID", "sallyport approvals approve ID"),
    );

  withStoreOptions(group.command("list"), surroundings)
    .description("calls that wait, the oldest first")
    .option("--all", "also those that were decided, the latest first")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport approvals list", "sallyport approvals list --all --json"))
    .action(async (options: StoreOptions & { all?: true; json?: true }) => {
      const { pending, decided } = await withHumanDoor(options, surroundings, ({ reader }) => history(reader));
      const records = options.all ? [...pending, ...decided] : pending;
      if (options.json) return shown.records(records);
      const short = shortIds([...pending, ...decided].map(({ approval_id }) => approval_id));
      const none = await nothingWaits(options);
      shown.table(
        ["ID", "STATE", "ASKED", "LEFT", "TOOL", "ARGUMENTS"],
        records.map((record) => listRow(record, short)),
        none,
      );
    });

  withStoreOptions(group.command("show"), surroundings)
    .argument("<id>", ID)
    .description("one call in full: its arguments, why it was asked for, how to decide")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport approvals show ID"))
    .action(async (written: string, options: StoreOptions & { json?: true }) => {
      const record = await withHumanDoor(options, surroundings, ({ reader }) => found(reader, written, options));
      if (options.json) return shown.records([record]);
      shown.fields(detail(record));
      if (record.state === "pending" || record.state === "orphaned") shown.lines(howToDecide(record, options));
    });

  withStoreOptions(group.command("approve"), surroundings)
    .argument("<id>", ID)
    .description("let one call run, once")
    .option("--option <id>", "one of the options the policy offers; the first that allows if left out")
    .addOption(new Option("--scope <scope>", "how far the yes goes").choices(["once"]).default("once"))
    .option("--comment <text>", "kept with the decision")
    .addHelpText(
      "after",
      examples("sallyport approvals approve ID", "sallyport approvals approve ID --comment 'as agreed'"),
    )
    .action(async (written: string, options: StoreOptions & { option?: string; comment?: string }) => {
      const { option, comment } = options;
      const said = { ...(option !== undefined && { option }), ...(comment !== undefined && { comment }) };
      const answer = await withHumanDoor(options, surroundings, async ({ reader, approver }) => {
        const { approval_id: id } = await found(reader, written, options);
        return callTool(approver, approve, { id, ...said });
      });
      shown.lines(
        answer.runs === "now"
          ? `approved ${answer.id}; the call runs now`
          : `approved ${answer.id}; its caller has gone, so nothing runs now: the identical call, repeated before ${answer.expires_at}, runs once`,
      );
    });

  withStoreOptions(group.command("deny"), surroundings)
    .argument("<id>", ID)
    .description("refuse one call")
    .option("--reason <text>", "what the agent is told", "")
    .option("--stop-agent", "stop the agent too: all its calls are refused until `sallyport agents resume`")
    .addHelpText("after", examples("sallyport approvals deny ID --reason 'not in this folder'"))
    .action(async (written: string, options: StoreOptions & { reason: string; stopAgent?: true }) => {
      const said = { reason: options.reason, stop_agent: options.stopAgent === true };
      const { id } = await withHumanDoor(options, surroundings, async ({ reader, approver }) => {
        const { approval_id } = await found(reader, written, options);
        return callTool(approver, deny, { id: approval_id, ...said });
      });
      const { agent } = options;
      const stopped = `; agent \`${agent}\` is stopped, \`sallyport agents resume ${agent}\` lets it go on`;
      shown.lines(`denied ${id}${options.stopAgent ? stopped : ""}`);
    });

  withStoreOptions(group.command("extend"), surroundings)
    .argument("<id>", ID)
    .description("let one call wait an hour longer")
    .addHelpText("after", examples("sallyport approvals extend ID"))
    .action(async (written: string, options: StoreOptions) => {
      const { id, expires_at } = await withHumanDoor(options, surroundings, async ({ reader, approver }) => {
        const { approval_id } = await found(reader, written, options);
        return callTool(approver, extend, { id: approval_id });
      });
      shown.lines(`${id} waits until ${expires_at}`);
    });

  watchCommand(group, surroundings);
}

async function history(reader: Peer): Promise<ApprovalHistory> {
  return (await readPage(reader, URIS.approvalHistory, approvalHistory)) ?? { pending: [], decided: [] };
}

/** For an agent whose name is mistyped nothing waits either. */
async function nothingWaits(options: StoreOptions): Promise<string> {
  const { agent } = options;
  const nothing = `nothing waits for a person (agent \`${agent}\`)`;
  const known = await withAgents(options, (agents) => agents.get(agent));
  return known === null ? `${nothing}; it was never here, \`sallyport agents list\` has those that were` : nothing;
}

/** The approval that a whole id, or the beginning of one, stands for. */
async function found(reader: Peer, written: string, options: StoreOptions): Promise<ApprovalRecord> {
  const whole = await readPage(reader, URIS.pendingApproval(written), approvalRecord);
  if (whole !== null) return whole;
  const { pending, decided } = await history(reader);
  const known = [...pending, ...decided];
  const id = idMeant(
    written,
    known.map(({ approval_id }) => approval_id),
  );
  const record = known.find(({ approval_id }) => approval_id === id);
  if (record === undefined) throw unknownApproval(written, options);
  return record;
}

function listRow(record: ApprovalRecord, short: (id: string) => string): string[] {
  const { approval_id, state, created_at, expires_at, name } = record;
  const waits = state === "pending" || state === "orphaned";
  return [
    short(approval_id),
    state === "orphaned" ? "orphaned (caller gone)" : state,
    `${span(created_at, Date.now())} ago`,
    waits ? span(Date.now(), expires_at) : "-",
    name,
    cut(JSON.stringify(record.arguments), 60),
  ];
}

function detail(record: ApprovalRecord): [string, string][] {
  const decided = record.decided_at === null ? [] : [decidedField(record)];
  return [
    ["approval", record.approval_id],
    ["state", record.state === "orphaned" ? "orphaned: its caller has gone" : record.state],
    ["agent", `${record.agent} (${record.principal}, session ${record.session})`],
    ["tool", `${record.name} (tool ${record.tool} of server ${record.server})`],
    ["asked", `${record.created_at}${canExpire(record) ? `, expires ${record.expires_at}` : ""}`],
    ["policy says", record.rationale || "nothing"],
    ["policy", `version ${record.policy.version}, digest ${record.policy.digest}`],
    ["digest", `${record.arguments_digest} (of the arguments)`],
    ["definition", `${record.definition_digest} (of the tool)`],
    ...decided,
    ["options", record.options.map(({ id, name, allows }) => `${id}: ${name}${allows ? "" : " (no)"}`).join(", ")],
    ["arguments", visibleJson(record.arguments).replace(/$/, "\n")],
  ];
}

function canExpire({ state }: ApprovalRecord): boolean {
  return state === "approved" || DECIDABLE_STATES.includes(state);
}

function decidedField(record: ApprovalRecord): [string, string] {
  const comment = record.comment ? `: ${record.comment}` : "";
  return ["decided", `${record.decided_at} by ${record.decided_by ?? "nobody"}${comment}`];
}

function howToDecide({ approval_id: id }: ApprovalRecord, { agent }: StoreOptions): string {
  const suffix = agent === "default" ? "" : ` --agent ${agent}`;
  return [
    `approve:  sallyport approvals approve ${id}${suffix}`,
    `deny:     sallyport approvals deny ${id} --reason '...'${suffix}`,
  ].join("\n");
}

function unknownApproval(id: string, { agent }: StoreOptions): CommandFailure {
  const message = `agent \`${agent}\` has no approval \`${id}\` (an id, or at least the first eight characters of it); see \`sallyport approvals list --all\``;
  return new CommandFailure(EXIT.failed, message);
}
