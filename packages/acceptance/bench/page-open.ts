import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { CALL_COLUMNS, type CallFigures, callCells, callRound, medianRound } from "./calls.ts";
import { counted } from "./counts.ts";
import { type Door, openDoor } from "./door.ts";
import type { Part } from "./goals.ts";
import { type Ground, prepareGround } from "./ground.ts";
import { table } from "./table.ts";

const ROUNDS = 3;

/** The agent's gated call over stdio, with the person's page open and closed. */
export async function pageOpen(): Promise<Part> {
  using ground = prepareGround();
  ground.sallyport("modes", "set", "open");
  const door = await openDoor(ground);
  const { stdio } = door;
  const counts = { sequential: counted(8_000), concurrent: counted(30_000) };
  const rounds = { closed: [] as CallFigures[], open: [] as CallFigures[] };
  let followed = 0;
  await callRound(stdio, "echo_echo", { sequential: counted(500), concurrent: counted(2_000) });
  for (let round = 0; round < ROUNDS; round++) {
    rounds.closed.push(await callRound(stdio, "echo_echo", counts));
    const close = await openPage(ground, door);
    rounds.open.push(await callRound(stdio, "echo_echo", counts));
    followed += await close();
  }
  await stdio.close();

  const [closed, open] = [medianRound(rounds.closed), medianRound(rounds.open)];
  const ratio = (of: keyof CallFigures) => `${(open[of] / closed[of]).toFixed(2)}x`;
  return {
    title: "The person's page",
    text: [
      `Calls of the agent over stdio while nobody looks, and while the person's page shows the timeline at the same gateway: it listens to what waits and every 2 s reads what happened since, the newest events alone where there are many. It read ${followed} events in ${ROUNDS} rounds.`,
      table(
        ["page", ...CALL_COLUMNS],
        [
          ["closed", ...callCells(closed)],
          ["open", ...callCells(open)],
          ["open against closed", ratio("p50"), ratio("p99"), ratio("perSecond")],
        ],
      ),
    ].join("\n\n"),
    goals: [],
  };
}

/** What it answers closes the page, and answers how many events it read. */
async function openPage({ environment }: Ground, { url, humanToken }: Door): Promise<() => Promise<number>> {
  const page = spawn(process.execPath, [join(import.meta.dirname, "person-page.ts"), url], {
    env: { ...environment, SALLYPORT_TOKEN: humanToken },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = readText(page.stdout);
  await Promise.race([once(page.stdout, "data"), said]);
  return async () => {
    page.stdin.end();
    const [, events] = (await said).split("\n");
    if (events === undefined) throw new Error("the page did not stay open");
    return Number(events);
  };
}
