import { EXIT } from "@sallyport/contract/exit-codes";
import type { PolicyCheck, PolicyVersion } from "@sallyport/contract/policies";
import { setPolicy, setPolicyText } from "@sallyport/contract/policy-approver";
import { visibleLine } from "@sallyport/contract/visible-text";
import { createChecker, openQuickjs } from "@sallyport/policy";
import { type Command, InvalidArgumentError } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withHumanDoor, withRecords } from "../human-door.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { type PolicyFile, readPolicyFile } from "../policy-file.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { callTool } from "../table-client.ts";

/** `sallyport policy`: the policy author's loop. */
export function policyCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("policy")
    .description("see, check and set the program that decides every call")
    .addHelpText(
      "after",
      examples(
        "sallyport policy show > policy.ts",
        "sallyport policy check policy.ts",
        "sallyport policy set policy.ts",
      ),
    );

  withStoreOptions(group.command("show"), surroundings)
    .description("the active policy's source")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport policy show", "sallyport policy show > policy.ts"))
    .action(async (options: StoreOptions & { json?: true }) => {
      const active = await withRecords(options, ({ policies }) => policies.active(options.agent));
      if (active === null) throw noPolicy(options);
      if (options.json) return shown.records([active]);
      // A pipe gets the program as it is, to be edited and set again; a terminal gets no hidden character.
      if (surroundings.stdoutIsTerminal) return shown.lines(active.source.trimEnd());
      surroundings.writeOut(active.source);
    });

  withStoreOptions(group.command("history"), surroundings)
    .description("every version, the latest first")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport policy history"))
    .action(async (options: StoreOptions & { json?: true }) => {
      const versions = await withRecords(options, ({ policies }) => policies.versions(options.agent));
      if (options.json) return shown.records(versions);
      const heading = ["VERSION", "MODE", "SET", "BY", "DIGEST", "REASON"];
      shown.table(heading, versions.map(historyRow), `agent \`${options.agent}\` has no policy yet`);
    });

  withStoreOptions(group.command("check"), surroundings)
    .argument("<file>", "a policy program, `.ts` or `.js`")
    .description("check types, load it in the sandbox, run its tests; changes nothing")
    .addHelpText("after", examples("sallyport policy check policy.ts"))
    .action(async (path: string) => {
      const file = await readPolicyFile(path, surroundings.cwd);
      const check = await checked(file);
      mustBeValid(file, check);
      shown.lines(`${path}: good; ${testCount(check)}, types ${check.types.replaceAll("_", " ")}`);
    });

  withStoreOptions(group.command("test"), surroundings)
    .argument("<file>", "a policy program, `.ts` or `.js`")
    .description("run the program's own `tests`; changes nothing")
    .addHelpText("after", examples("sallyport policy test policy.ts"))
    .action(async (path: string) => {
      const file = await readPolicyFile(path, surroundings.cwd);
      const check = await checked(file);
      mustBeValid(file, check);
      if (check.tests.total === 0) {
        const message = `${path} has no tests; add \`export const tests = [{call: {name, arguments}, decision: "ask"}]\``;
        throw new CommandFailure(EXIT.failed, message);
      }
      shown.lines(`${path}: ${testCount(check)}`);
    });

  withStoreOptions(group.command("set"), surroundings)
    .argument("<file>", "a policy program, `.ts` or `.js`")
    .description("check a program and make it the policy")
    .option("--reason <text>", "kept with the version", "")
    .addHelpText("after", examples("sallyport policy set policy.ts --reason 'notes may be written'"))
    .action(async (path: string, options: StoreOptions & { reason: string }) => {
      const { source, language } = await readPolicyFile(path, surroundings.cwd);
      const input = { source, language, reason: options.reason };
      const version = await withHumanDoor(options, surroundings, ({ approver }) =>
        callTool(approver, setPolicyText, input),
      );
      shown.lines(inForce(version));
    });

  withStoreOptions(group.command("rollback"), surroundings)
    .argument("<version>", "an earlier version's number", parsedVersion)
    .description("make an earlier version the policy again, as a new version")
    .addHelpText("after", examples("sallyport policy history", "sallyport policy rollback 3"))
    .action(async (version: number, options: StoreOptions) => {
      const set = await withHumanDoor(options, surroundings, ({ approver }) =>
        callTool(approver, setPolicy, { version }),
      );
      shown.lines(inForce(set));
    });
}

/** What is said when a version has become the policy. */
export function inForce({ agent, version, mode, digest }: Omit<PolicyVersion, "source">): string {
  return `version ${version} (${mode}, digest ${digest.slice(0, 12)}) is now the policy of agent \`${agent}\``;
}

async function checked({ language, source }: PolicyFile): Promise<PolicyCheck> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(openQuickjs({}), (opened) => opened.close());
  return await createChecker({ engines: [engine] }).check({ language, source });
}

function mustBeValid({ path }: PolicyFile, { valid, errors }: PolicyCheck): void {
  if (valid) return;
  const lines = errors.map(
    ({ message, line, column }) => `${[path, line, column].filter(Boolean).join(":")}: ${visibleLine(message)}`,
  );
  throw new CommandFailure(EXIT.failed, lines.join("\n"));
}

function testCount({ tests }: PolicyCheck): string {
  return `${tests.passed} of ${tests.total} ${tests.total === 1 ? "test" : "tests"} passed`;
}

function historyRow({ version, mode, non_interactive, created_at, author, digest, reason }: PolicyVersion): string[] {
  return [
    String(version),
    non_interactive ? `${mode}, non-interactive` : mode,
    created_at,
    author,
    digest.slice(0, 12),
    reason,
  ];
}

function noPolicy({ agent }: StoreOptions): CommandFailure {
  const message = `agent \`${agent}\` has no policy yet; \`sallyport serve\` or \`sallyport modes set ask-writes\` gives it one`;
  return new CommandFailure(EXIT.failed, message);
}

function parsedVersion(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("it is a version's number, as in `sallyport policy history`.");
}
