import { setTimeout as sleep } from "node:timers/promises";
import type { TimelineEvent } from "@sallyport/contract/timeline";
import { visibleLine } from "@sallyport/contract/visible-text";
import type { ReaderStore } from "@sallyport/store";
import { type Command, Option } from "commander";
import { withRecords } from "../human-door.ts";
import { examples, jsonOption, parsedCount, type StoreOptions, withStoreOptions } from "../options.ts";
import { shortIds } from "../short-ids.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

const FOLLOW_MS = 250;
const PAGE = 1000;

/** `sallyport timeline`: what happened, in order. */
export function timelineCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  withStoreOptions(program.command("timeline"), surroundings)
    .description("what happened at this agent's door, the oldest first")
    .addOption(new Option("--last <count>", "how many events").default(50).argParser(parsedCount))
    .option("--follow", "go on until Ctrl-C")
    .addOption(jsonOption().conflicts("follow"))
    .addHelpText("after", examples("sallyport timeline --last 20", "sallyport timeline --follow"))
    .action(async (options: StoreOptions & { last: number; follow?: true; json?: true }) => {
      await withRecords(options, async (records) => {
        const events = await records.timeline.list({ agent: options.agent, limit: options.last });
        if (options.json) return shown.records(events);
        if (events.length === 0 && !options.follow) return shown.lines("nothing has happened yet");
        for (const event of events) shown.lines(eventLine(event));
        if (options.follow) await follow(records, options.agent, events.at(-1)?.seq ?? 0);
      });
    });

  async function follow({ timeline }: ReaderStore, agent: string, seen: number): Promise<void> {
    let after = seen;
    while (!surroundings.stop.aborted) {
      const events = await timeline.list({ agent, after, limit: PAGE });
      for (const event of events) shown.lines(eventLine(event));
      after = events.at(-1)?.seq ?? after;
      await sleep(FOLLOW_MS, undefined, { signal: surroundings.stop }).catch(() => {});
    }
  }
}

function eventLine(event: TimelineEvent): string {
  const target = event.server === undefined ? "" : [event.server, event.tool].filter(Boolean).join("/");
  const details = [
    target,
    event.verdict ?? "",
    event.subject === undefined ? "" : shortIds([event.subject])(event.subject),
    event.phase === "policy" && event.policy !== undefined ? `policy ${event.policy.version}` : "",
    event.duration_ms === undefined ? "" : `${event.duration_ms.toFixed(1)} ms`,
    event.error === undefined ? "" : `${event.error.code} ${event.error.message}`,
  ];
  const head = `${String(event.seq).padStart(6)}  ${event.ts}  ${event.action.padEnd(18)}  ${event.status.padEnd(10)}`;
  // One line, whatever a server said in its error: a second one could pass for an event.
  return visibleLine([head, ...details.filter((text) => text !== "")].join("  ").trimEnd());
}
