import { ConfigError } from "@sallyport/compositor";
import { EXIT, type ExitCode } from "@sallyport/contract/exit-codes";
import { Fault, type FaultCode } from "@sallyport/contract/faults";

/** A command that could not do what it was told. The message is one line: what, and how to mend it. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
  }
}

const FAULT_EXITS: Partial<Record<FaultCode, ExitCode>> = {
  invalid_input: EXIT.usage,
  invalid_policy: EXIT.config,
  store_unavailable: EXIT.config,
};

/** What a command exits with for what it threw; null for what nobody foresaw. */
export function exitCodeOf(error: unknown): ExitCode | null {
  if (error instanceof CommandFailure) return error.exitCode;
  if (error instanceof ConfigError) return EXIT.config;
  if (error instanceof Fault) return FAULT_EXITS[error.code] ?? EXIT.failed;
  return null;
}
