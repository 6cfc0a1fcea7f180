import { createInterface } from "node:readline";
import { type Command, Option } from "commander";
import { withHumanDoor, withRecords } from "../human-door.ts";
import { examples, type StoreOptions, withStoreOptions } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { runFullScreen } from "./full-screen.ts";
import { runJsonWatch } from "./json-watch.ts";
import { runPlainWatch } from "./plain-watch.ts";
import { openScreen } from "./screen.ts";
import { type WatchDoor, watchDoor } from "./watch-door.ts";

/** `sallyport approvals watch`: see what waits as it comes, and decide it. */
export function watchCommand(group: Command, surroundings: Surroundings): void {
  withStoreOptions(group.command("watch"), surroundings)
    .description("see what waits as it comes, and decide it; `?` shows the keys")
    .option("--plain", "lines instead of a full screen, as without a terminal: for screen readers and pipes")
    .addOption(new Option("--json", "one JSON line an event, and nothing is decided").conflicts("plain"))
    .addHelpText("after", examples("sallyport approvals watch", "sallyport approvals watch --plain"))
    .action(async (options: StoreOptions & { plain?: true; json?: true }) => {
      const { stdinIsTerminal, stdoutIsTerminal, env } = surroundings;
      const fullScreen = stdinIsTerminal && stdoutIsTerminal && env.TERM !== "dumb" && !options.plain;
      const run = options.json ? json : fullScreen ? screen : plain;
      await withHumanDoor(options, surroundings, (door) =>
        withRecords(options, (records) => run(watchDoor(door, records, options.agent))),
      );
    });

  const json = (door: WatchDoor) => runJsonWatch(door, surroundings);

  async function plain(door: WatchDoor): Promise<void> {
    const { stop, stdin } = surroundings;
    const typed = createInterface({ input: stdin, terminal: false });
    const end = () => typed.close();
    stop.addEventListener("abort", end);
    try {
      await runPlainWatch(door, { typed, print: showOn(surroundings).lines });
    } finally {
      stop.removeEventListener("abort", end);
      typed.close();
      stdin.pause();
    }
  }

  async function screen(door: WatchDoor): Promise<void> {
    const { stop, env } = surroundings;
    const hungUp = new AbortController();
    const offHangUp = surroundings.onHangUp(() => hungUp.abort());
    const opened = openScreen({ ...surroundings, colours: !env.NO_COLOR });
    try {
      await runFullScreen(door, opened, AbortSignal.any([stop, hungUp.signal]));
    } finally {
      opened.close();
      offHangUp();
    }
  }
}
