import { EXIT, type ExitCode } from "@sallyport/contract/exit-codes";
import { visibleLines } from "@sallyport/contract/visible-text";
import { CommanderError } from "commander";
import { exitCodeOf } from "./command-failure.ts";
import { createProgram } from "./program.ts";
import type { Surroundings } from "./surroundings.ts";

const ABOUT: readonly string[] = ["-h", "--help", "-V", "--version"];

/** Runs one command line and answers the exit code. What went wrong is on stderr: what, and how to mend it. */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const program = createProgram(surroundings);
  const [first] = args;
  if (first === undefined && surroundings.stdinIsTerminal) {
    program.outputHelp();
    return EXIT.ok;
  }
  const names = ["help", ...program.commands.map((command) => command.name())];
  const isAboutServing = first === undefined || (first.startsWith("-") && !args.some((word) => ABOUT.includes(word)));
  const named = args.find((word) => names.includes(word));
  if (isAboutServing && named !== undefined) {
    const message = `flags come after the command: \`sallyport ${named} ... ${first}\``;
    surroundings.writeError(`sallyport: ${visibleLines(message)}\n`);
    return EXIT.usage;
  }
  try {
    await program.parseAsync(isAboutServing ? ["serve", ...args] : [...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has said what is wrong; help and version end here too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const code = exitCodeOf(error);
    surroundings.writeError(`sallyport: ${visibleLines(code === null ? unforeseen(error) : messageOf(error))}\n`);
    return code ?? EXIT.failed;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function unforeseen(error: unknown): string {
  return `this should not have happened; please report it: ${error instanceof Error ? error.stack : String(error)}`;
}
