import { visibleLines } from "@sallyport/contract/visible-text";
import { Command } from "commander";
import { agentsCommand } from "./commands/agents.ts";
import { approvalsCommand } from "./commands/approvals.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { logsCommand } from "./commands/logs.ts";
import { modesCommand } from "./commands/modes.ts";
import { mountsCommand } from "./commands/mounts.ts";
import { openCommand } from "./commands/open.ts";
import { policyCommand } from "./commands/policy.ts";
import { proposalsCommand } from "./commands/proposals.ts";
import { serveCommand } from "./commands/serve.ts";
import { timelineCommand } from "./commands/timeline.ts";
import { tokenCommand } from "./commands/token.ts";
import { verifyCommand } from "./commands/verify.ts";
import { wrapCommand } from "./commands/wrap.ts";
import { examples } from "./options.ts";
import type { Surroundings } from "./surroundings.ts";
import { VERSION } from "./version.ts";

/** Every command of `sallyport`. */
export function createProgram(surroundings: Surroundings): Command {
  const program = new Command("sallyport")
    .description(
      "One door between an AI agent and its tools: every tool call is decided by a policy that is a program.",
    )
    .version(VERSION)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: surroundings.writeOut,
      writeErr: (text) => surroundings.writeError(visibleLines(text)),
      outputError: (text, write) => write(`${oneLine(text)} see \`--help\`\n`),
    })
    .addHelpText(
      "after",
      examples(
        "sallyport demo",
        "sallyport serve --config servers.json",
        "sallyport open",
        "sallyport approvals list",
        "sallyport policy check policy.ts",
      ),
    )
    .addHelpText(
      "after",
      "\n`sallyport COMMAND --help` says more. Without a command, and with a pipe on stdin, it serves.\n",
    );
  serveCommand(program, surroundings);
  wrapCommand(program, surroundings);
  openCommand(program, surroundings);
  approvalsCommand(program, surroundings);
  policyCommand(program, surroundings);
  proposalsCommand(program, surroundings);
  modesCommand(program, surroundings);
  agentsCommand(program, surroundings);
  mountsCommand(program, surroundings);
  logsCommand(program, surroundings);
  tokenCommand(program, surroundings);
  timelineCommand(program, surroundings);
  verifyCommand(program, surroundings);
  doctorCommand(program, surroundings);
  demoCommand(program, surroundings);
  return program;
}

/** What commander says on up to two lines, as everything else here is said: without its full stop and its capital. */
function oneLine(text: string): string {
  const said = text.trim().replace(/^error: /, "sallyport: ");
  return said
    .replace(/\.?\n\(Did you mean (.*)\?\)$/s, "; did you mean `$1`?")
    .replace(/\. Allowed choices are (.*?)\.?$/s, "; it is one of $1")
    .replace(/ is invalid\. /, " is invalid: ")
    .replace(/\.$/, "")
    .replace(/[^?]$/, "$&;");
}
