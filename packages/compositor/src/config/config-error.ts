/** One thing wrong with a configuration, at the place where it is written. Line and column count from 1. */
export interface ConfigProblem {
  path: string;
  line: number;
  column: number;
  message: string;
}

/** A configuration that cannot be used. The message names every problem, one a line. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(placed).join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** A problem or notice as editors and terminals link it: `file:line:column: message`. */
export function placed({ path, line, column, message }: ConfigProblem): string {
  return `${path}:${line}:${column}: ${message}`;
}
