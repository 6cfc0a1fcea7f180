import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workspace } from "./local-registry.ts";

/** Reported, never judged: but for the packages, these are times. */
export interface Figures {
  name: string;
  packages: number;
  coldSeconds: number;
  warmSeconds: number;
  /** Milliseconds from exec to the answer of `initialize`, of the installed command without npx. */
  initializeMs: number;
  /** Milliseconds from the end of stdin to the end of npx. */
  goneMs: number;
}

/** Where the figures of the last trial are. */
export const REPORT = join(workspace, "reports/packed.json");

/** Prints the figures and leaves them for the page of figures. */
export function reportFigures(figures: readonly Figures[]): void {
  mkdirSync(join(workspace, "reports"), { recursive: true });
  writeFileSync(REPORT, JSON.stringify(figures));
  const lines = figures.map(
    ({ name, packages, coldSeconds, warmSeconds, initializeMs, goneMs }) =>
      `${name.padEnd(18)} ${packages} packages, ${coldSeconds.toFixed(1)} s cold, ${warmSeconds.toFixed(1)} s warm, initialize ${initializeMs.toFixed(0)} ms, gone ${goneMs.toFixed(0)} ms`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
}
