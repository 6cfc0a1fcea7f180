import { setTimeout as sleep } from "node:timers/promises";
import { didYouMean } from "@sallyport/compositor";
import { EXIT } from "@sallyport/contract/exit-codes";
import type { MountRecord } from "@sallyport/contract/mounts";
import type { ReaderStore } from "@sallyport/store";
import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withRecords } from "../human-door.ts";
import { noGateway } from "../no-gateway.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

/** A gateway records what its servers write at most every 2 s. */
const FOLLOW_MS = 500;

type Records = Pick<ReaderStore, "mounts">;

/** `sallyport logs`: what a server behind the door writes to stderr. */
export function logsCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  withStoreOptions(program.command("logs"), surroundings)
    .argument("<mount>", "the mount's name, as `sallyport mounts` shows it")
    .description("the last lines a server wrote to stderr, the oldest first, secrets masked")
    .option("--follow", "go on until Ctrl-C")
    .addOption(jsonOption().conflicts("follow"))
    .addHelpText("after", examples("sallyport logs files", "sallyport logs files --follow"))
    .action(async (name: string, options: StoreOptions & { follow?: true; json?: true }) => {
      await withRecords(options, async (records) => {
        const mount = await mountNamed(records, options.agent, name);
        if (options.json) return shown.records(mount.stderr);
        if (mount.stderr.length === 0 && !options.follow)
          return shown.lines(`\`${name}\` has written nothing to stderr`);
        for (const line of mount.stderr) shown.lines(line);
        if (options.follow) await follow(records, mount);
      });
    });

  async function follow(records: Records, mount: MountRecord): Promise<void> {
    const { agent, name } = mount;
    let seen = mount;
    while (!surroundings.stop.aborted) {
      await sleep(FOLLOW_MS, undefined, { signal: surroundings.stop }).catch(() => {});
      // Gone with its gateway, it may come back with the next one.
      const [now = seen] = await records.mounts.list({ agent, name });
      const count = newLines(seen, now);
      const lost = count - now.stderr.length;
      if (lost > 0) surroundings.writeError(`sallyport: ${lost} lines came too fast to be kept\n`);
      for (const line of now.stderr.slice(Math.max(0, -lost))) shown.lines(line);
      seen = now;
    }
  }
}

/** The agent's one where a person has a server of that name too. */
async function mountNamed({ mounts }: Records, agent: string, name: string): Promise<MountRecord> {
  const all = await mounts.list({ agent });
  const mount = all.find((known) => known.name === name);
  if (mount !== undefined) return mount;
  if (all.length === 0) throw new CommandFailure(EXIT.failed, noGateway(agent));
  const names = all.map((known) => known.name);
  const message = `there is no mount \`${name}\`${didYouMean(name, names) || ";"} see \`sallyport mounts\``;
  throw new CommandFailure(EXIT.failed, message);
}

/** How many lines came between two looks; all there are where it was mounted anew. */
function newLines(before: MountRecord, now: MountRecord): number {
  const isSame = before.owner === now.owner && before.stderr_lines <= now.stderr_lines;
  return isSame ? now.stderr_lines - before.stderr_lines : now.stderr.length;
}
