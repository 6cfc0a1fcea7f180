import { EXIT } from "@sallyport/contract/exit-codes";
import { CommandFailure } from "../command-failure.ts";
import type { Shown } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { SCENES } from "./scenes.ts";
import { openStage } from "./stage.ts";

export interface DemoPowers {
  surroundings: Surroundings;
  shown: Shown;
  /** An installed copy of the filesystem server; npx gets one where there is none. */
  filesystemServer: string | undefined;
}

/** Plays every scene in order. Each line shown is what really happened; a scene that went another way ends the demo. */
export async function playDemo({ surroundings, shown, filesystemServer }: DemoPowers): Promise<void> {
  const start = performance.now();
  shown.lines("Sallyport: one door between an agent and its tools. Everything below is really happening.");
  const stage = await openStage(surroundings, filesystemServer);
  // Ctrl-C ends the scene that plays, through its client; the folder and the processes go all the same.
  surroundings.stop.addEventListener("abort", () => void stage.agent.close(), { once: true });
  try {
    for (const [index, { title, play }] of SCENES.entries()) {
      shown.lines(`\n${index + 1}. ${title}`);
      await play(stage, (who, text) => shown.lines(said(who, text))).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        throw new CommandFailure(EXIT.failed, `the demo failed in scene ${index + 1} (${title}): ${message}`);
      });
    }
  } finally {
    await stage.close();
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  shown.lines(
    `\nDone in ${seconds} s. The folder, the gateway and its child are gone. Next: \`sallyport serve --help\`, in a clone \`npx -y pnpm@12 sallyport serve --help\`.`,
  );
}

function said(who: string, text: string): string {
  const [first = "", ...more] = text.trimEnd().split("\n");
  return [`   ${who.padEnd(6)} ${first}`, ...more.map((line) => (line === "" ? "" : `          ${line}`))].join("\n");
}
