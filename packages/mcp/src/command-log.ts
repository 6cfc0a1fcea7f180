export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes one line to stderr, if its level is wanted: stdout belongs to the protocol. */
export type Log = (level: LogLevel, message: string) => void;

export function stderrLog(name: string, wanted: LogLevel): Log {
  const least = LOG_LEVELS.indexOf(wanted);
  return (level, message) => {
    if (LOG_LEVELS.indexOf(level) < least) return;
    process.stderr.write(`${name} ${level} ${message.replaceAll(/\s*\n\s*/g, " | ")}\n`);
  };
}
