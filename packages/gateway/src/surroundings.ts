/** What a command may know and touch of the process it runs in. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Who sits at the terminal, as the records will say: `user:NAME`. */
  user: string;
  stdinIsTerminal: boolean;
  stdoutIsTerminal: boolean;
  /** The terminal or pipe itself, for what reads keys or lines and fills the screen. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** How this very command is started again: program and arguments. */
  self: readonly [string, ...string[]];
  /** Aborted by SIGINT and SIGTERM; from the first look at it those no longer end the process by themselves. */
  readonly stop: AbortSignal;
  writeOut(text: string): void;
  writeError(text: string): void;
  /** Asks on the terminal and answers what was typed, without the line's end. */
  ask(question: string): Promise<string>;
  /** Has the desktop open a file; where there is no desktop, nothing happens. */
  openInBrowser(path: string): void;
  /** Calls back on each SIGHUP until the returned function is called. */
  onHangUp(listener: () => void): () => void;
  /** Calls back when the process ends for whatever reason, until the returned function is called. */
  onExit(listener: () => void): () => void;
  /** Ends the process after so many milliseconds, should something still hold it. */
  endWithin(milliseconds: number): void;
}
