import { EXIT } from "@sallyport/contract/exit-codes";
import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withRecords } from "../human-door.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

/** `sallyport verify`: that nobody rewrote what happened. */
export function verifyCommand(program: Command, surroundings: Surroundings): void {
  withStoreOptions(program.command("verify"), surroundings)
    .description("walk the whole timeline's hash chain; exit 1 names the first event that does not fit")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport verify", "sallyport verify --json"))
    .action(async (options: StoreOptions & { json?: true }) => {
      const shown = showOn(surroundings);
      const answer = await withRecords(options, ({ timeline }) => timeline.verify());
      if (options.json) shown.records([answer]);
      if (!answer.ok) {
        const message = `the timeline was changed at event ${answer.bad}: ${answer.reason}; trust nothing from there on`;
        throw new CommandFailure(EXIT.failed, message);
      }
      if (options.json) return;
      const head = answer.events === 0 ? "" : `; head ${answer.head}`;
      shown.lines(`${answer.events} events, unbroken${head}`);
    });
}
