import type { Failure, FailureKind } from "./protocol.ts";

/** Something a program did, or failed to do, on its way to the other process as a `Failure`. */
export class ProgramFailure extends Error {
  readonly failure: Failure;

  constructor(kind: FailureKind, message: string, at: { line?: number; column?: number } = {}) {
    super(message);
    this.name = "ProgramFailure";
    this.failure = { kind, message, ...at };
  }
}
