import { type Command, Option } from "commander";
import { playDemo } from "../demo/play-demo.ts";
import { examples } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

/** `sallyport demo`: a self-playing tour over real processes. */
export function demoCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("demo")
    .description("a tour that plays by itself, on real servers in a folder of its own, in under a minute")
    .addOption(new Option("--filesystem-server <file>", "an installed copy of the demo's server, instead of npx"))
    .addHelpText("after", examples("sallyport demo", "npx -y @sallyport/gateway demo"))
    .action(async ({ filesystemServer }: { filesystemServer?: string }) => {
      await playDemo({ surroundings, shown: showOn(surroundings), filesystemServer });
    });
}
