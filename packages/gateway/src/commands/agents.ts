import type { AgentRecord } from "@sallyport/contract/agents";
import { EXIT } from "@sallyport/contract/exit-codes";
import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withAgents } from "../human-door.ts";
import { examples, jsonOption, type WholeStoreOptions, withWholeStoreOptions } from "../options.ts";
import { cut, showOn, span } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

/** `sallyport agents`: every agent of a store, and the person's hold on each. */
export function agentsCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("agents")
    .description("every agent on this store; stop one, let it go on")
    .addHelpText("after", examples("sallyport agents list", "sallyport agents abort ID --reason 'wrong folder'"));

  withWholeStoreOptions(group.command("list"), surroundings)
    .description("every agent this store knows")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport agents list", "sallyport agents list --json"))
    .action(async (options: WholeStoreOptions & { json?: true }) => {
      const records = await withAgents(options, (agents) => agents.list());
      if (options.json) return shown.records(records);
      const heading = ["AGENT", "STATE", "POLICY", "WAITING", "TURNS", "LAST TURN", "STOPPED BECAUSE"];
      const none = "this store knows no agent yet; an MCP client starts one, with `sallyport serve`";
      shown.table(heading, records.map(listRow), none);
    });

  withWholeStoreOptions(group.command("show"), surroundings)
    .argument("<id>", "an agent's id, as `sallyport agents list` shows it")
    .description("one agent in full")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport agents show default"))
    .action(async (id: string, options: WholeStoreOptions & { json?: true }) => {
      const record = await withAgents(options, (agents) => agents.get(id));
      if (record === null) {
        const message = `this store knows no agent \`${id}\`; see \`sallyport agents list\``;
        throw new CommandFailure(EXIT.failed, message);
      }
      if (options.json) return shown.records([record]);
      shown.fields(detail(record));
    });

  withWholeStoreOptions(group.command("abort"), surroundings)
    .argument("<id>", "an agent's id, as `sallyport agents list` shows it")
    .description("stop an agent: every call is refused, and what waits is cancelled, until a person lets it go on")
    .option("--reason <text>", "what the agent is told", "")
    .addHelpText("after", examples("sallyport agents abort default --reason 'wrong folder'"))
    .action(async (id: string, options: WholeStoreOptions & { reason: string }) => {
      const { before, after } = await withAgents(options, async (agents) => ({
        before: await agents.get(id),
        after: await agents.abort({ agent: id, reason: options.reason, by: surroundings.user }),
      }));
      if (before?.aborted) return shown.lines(`agent \`${id}\` was stopped before, ${stopped(before.aborted)}`);
      shown.lines(
        `stopped agent \`${after.agent}\`: every call is refused, what waited is cancelled; \`sallyport agents resume ${id}\` lets it go on`,
      );
    });

  withWholeStoreOptions(group.command("resume"), surroundings)
    .argument("<id>", "an agent's id, as `sallyport agents list` shows it")
    .description("let a stopped agent go on; what was cancelled stays so")
    .addHelpText("after", examples("sallyport agents resume default"))
    .action(async (id: string, options: WholeStoreOptions) => {
      await withAgents(options, (agents) => agents.resume({ agent: id, by: surroundings.user }));
      shown.lines(`agent \`${id}\` goes on: its calls are decided by its policy again`);
    });
}

function listRow(record: AgentRecord): string[] {
  return [
    record.agent,
    stateOf(record),
    policyOf(record),
    String(record.pending_approvals),
    String(record.turns),
    record.yielded_at === null ? "-" : `${span(record.yielded_at, Date.now())} ago`,
    cut(record.aborted?.reason ?? "", 60),
  ];
}

function detail(record: AgentRecord): [string, string][] {
  const { agent, aborted, turns, yielded_at, pending_approvals, compositors } = record;
  return [
    ["agent", agent],
    ["state", aborted === null ? stateOf(record) : `stopped ${stopped(aborted)}`],
    ["policy", policyOf(record)],
    ["waiting", pending_approvals === 1 ? "1 call" : `${pending_approvals} calls`],
    ["turns", yielded_at === null ? String(turns) : `${turns}, the last ended ${yielded_at}`],
    ["served by", compositors === 1 ? "1 gateway" : `${compositors} gateways`],
  ];
}

function stateOf({ aborted, compositors }: AgentRecord): string {
  if (aborted !== null) return "stopped";
  return compositors > 0 ? "served" : "not served";
}

function stopped({ at, by, reason }: NonNullable<AgentRecord["aborted"]>): string {
  return reason === "" ? `at ${at} by ${by}` : `at ${at} by ${by}: ${reason}`;
}

function policyOf({ policy_version, mode }: AgentRecord): string {
  return policy_version === null ? "none yet" : `${policy_version} (${mode})`;
}
