import { openStore } from "@sallyport/store";
import { eventually } from "../src/harness/eventually.ts";
import { askForTheClock } from "./asking-policy.ts";
import { counted } from "./counts.ts";
import { openDoor } from "./door.ts";
import { percentile } from "./figures.ts";
import { atMost, type Part } from "./goals.ts";
import { prepareGround } from "./ground.ts";
import { openPerson, WAITING } from "./person.ts";
import { table } from "./table.ts";

/**
 * From an ask on disk to the person's page that has read it, and from a decision on disk to the child that is called. The
 * times on disk are those the records bear, taken before they are written: writing counts too.
 */
export async function decisionTimes(): Promise<Part> {
  using ground = prepareGround();
  await askForTheClock(ground.store, ["default"]);
  const { stdio, url, humanToken } = await openDoor(ground);
  const { approvals: desk, close: closeDesk } = await openStore(ground.store, "approver");
  const { approvals: records, close: closeRecords } = await openStore(ground.store, "reader");
  const shownIds: string[] = [];
  const shown: number[] = [];
  // The last news may come when the session is over.
  const person = await openPerson(url, humanToken, () => void look().catch(() => {}));

  /** As the page does when it is told: reads what waits, and has it from then on. */
  async function look(): Promise<void> {
    const { approvals } = await person.read(WAITING);
    for (const { approval_id, created_at } of approvals) {
      if (shownIds.includes(approval_id)) continue;
      shownIds.push(approval_id);
      shown.push(Date.now() - Date.parse(created_at));
    }
  }

  const dispatched = { page: [] as number[], process: [] as number[] };
  for (let n = 0; n < counted(50); n++)
    for (const from of ["page", "process"] as const) {
      const asked = shownIds.length;
      const call = stdio.request("tools/call", { name: "echo_clock", arguments: { n, from } });
      const id = await eventually("the page has the ask", () => shownIds[asked]);
      await (from === "page" ? person.approve(id) : desk.approve({ id, by: "user:bench" }));
      const calledAt = clockOf(await call);
      const decidedAt = (await records.get(id))?.decided_at;
      dispatched[from].push(calledAt - Date.parse(decidedAt ?? ""));
    }
  await person.close();
  await closeDesk();
  await closeRecords();
  await stdio.close();

  const p95 = (samples: readonly number[]) => percentile(samples, 0.95);
  const row = (name: string, samples: readonly number[]) => [
    name,
    `${percentile(samples, 0.5)} ms`,
    `${p95(samples)} ms`,
  ];
  return {
    title: "Asks and decisions",
    text: [
      `One ask after the other, ${shown.length} in all, on clocks of whole milliseconds; from the time a record bears, so that writing it to disk counts.`,
      table(
        ["from, to", "p50", "p95"],
        [
          row("ask, the person's page was told and has read it", shown),
          row("decision on the page, the child is called", dispatched.page),
          row("decision by another process on the store, the child is called", dispatched.process),
        ],
      ),
    ].join("\n\n"),
    goals: [
      atMost("ask to the person's page, p95", p95(shown), 300, " ms"),
      atMost("decision on the page to dispatch, p95", p95(dispatched.page), 50, " ms"),
      atMost("decision by another process to dispatch, p95", p95(dispatched.process), 50, " ms"),
    ],
  };
}

/** What the child's `clock` answers. */
function clockOf(result: unknown): number {
  // The child is ours, and answers nothing else.
  const { content } = result as { content: [{ text: string }] };
  return Number(content[0].text);
}
