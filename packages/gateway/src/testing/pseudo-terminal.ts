import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SallyportBed } from "./sallyport-bed.ts";

const BIN = fileURLToPath(new URL("../bin.ts", import.meta.url));

export interface TerminalSize {
  columns: number;
  rows: number;
}

/** Everything the watch may tell a terminal to do; a style, a place, an erase, and the modes it sets and unsets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters that are meant
const ORDERS = /\u001b\[(?:(\d+);(\d+)H|K|2J|[\d;]*m|\?(?:1049|7|2004|25)[hl])/g;

/** The real command in a real terminal of its own (util-linux `script` makes it), and what is on its screen. */
export class PseudoTerminal implements Disposable {
  readonly #script: ChildProcessWithoutNullStreams;
  readonly #facts: string;
  readonly ended: Promise<number | null>;
  #output = "";
  #rows: number;

  constructor(
    bed: SallyportBed,
    args: readonly string[],
    { columns, rows }: TerminalSize,
    env: Record<string, string> = {},
  ) {
    this.#facts = mkdtempSync(join(bed.folder, "terminal-"));
    this.#rows = rows;
    const words = [process.execPath, "--conditions=@sallyport/source", BIN, ...args].map((word) => `'${word}'`);
    const facts = `tty > '${this.#facts}/tty'; echo $$ > '${this.#facts}/pid'`;
    const line = `${facts}; stty cols ${columns} rows ${rows}; exec ${words.join(" ")}`;
    this.#script = spawn("script", ["-qefc", line, "/dev/null"], {
      cwd: bed.folder,
      env: { ...bed.env, SHELL: "/bin/sh", TERM: "xterm-256color", ...env },
    });
    this.#script.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      this.#output += chunk;
    });
    this.ended = new Promise((settle) => this.#script.on("close", settle));
  }

  /** Everything that was sent to the terminal so far. */
  get output(): string {
    return this.#output;
  }

  press(keys: string): void {
    this.#script.stdin.write(keys);
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#rows = rows;
    spawnSync("stty", ["-F", this.#fact("tty"), "cols", String(columns), "rows", String(rows)]);
  }

  /** The command's own process, not the terminal's. */
  kill(signal: NodeJS.Signals): void {
    process.kill(Number(this.#fact("pid")), signal);
  }

  #fact(name: string): string {
    return readFileSync(join(this.#facts, name), "utf8").trim();
  }

  /** What is on the screen now, row by row, without what is blank at the right. */
  screen(): string[] {
    const rows = Array.from({ length: this.#rows }, () => "");
    let row = 0;
    let rest = 0;
    const put = (text: string) => {
      rows[row] += text;
    };
    for (const order of this.#output.matchAll(ORDERS)) {
      put(this.#output.slice(rest, order.index));
      rest = order.index + order[0].length;
      if (order[0].endsWith("2J")) rows.fill("");
      if (order[1] === undefined) continue;
      // Every row is written from its start; a place further right is where the person types.
      row = Number(order[1]) - 1;
      if (order[2] === "1") rows[row] = "";
    }
    put(this.#output.slice(rest));
    return rows.slice(0, this.#rows).map((text) => text.trimEnd());
  }

  /** What reached the terminal that is neither one of the watch's own orders nor something that can be seen. */
  foreign(): string[] {
    return this.#output.replace(ORDERS, "").match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu) ?? [];
  }

  [Symbol.dispose](): void {
    this.#script.kill("SIGKILL");
  }
}
