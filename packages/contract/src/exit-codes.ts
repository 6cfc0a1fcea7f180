/** What a command of ours exits with (contract section 16). */
export const EXIT = {
  ok: 0,
  /** The command ran and the answer is no: a check failed, an id is unknown, a decision came second. */
  failed: 1,
  /** The command line was wrong. */
  usage: 2,
  /** Configuration or policy is wrong, or this Node is too old. */
  config: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
