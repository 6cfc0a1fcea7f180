import { setTimeout as pause } from "node:timers/promises";
import { PENDING_LIMIT } from "@sallyport/contract/approvals";
import { openStore } from "@sallyport/store";
import { eventually } from "../src/harness/eventually.ts";
import { askForTheClock } from "./asking-policy.ts";
import { type Caller, sequentialCalls } from "./calls.ts";
import { counted } from "./counts.ts";
import { percentile } from "./figures.ts";
import { atMost, type Part } from "./goals.ts";
import { prepareGround } from "./ground.ts";
import type { Pipe } from "./pipe.ts";
import { table } from "./table.ts";

/** How long the asks are held, in seconds. */
const HOLD_S = Number(process.env.SALLYPORT_BENCH_HOLD_S ?? 20);
const WITHOUT_S = Math.min(HOLD_S, 20);
const BATCHES = 20;

/** Asks that wait, as many an agent as there may be, and what they cost the calls beside them. */
export async function asksHeld(): Promise<Part> {
  using ground = prepareGround();
  const asks = counted(1_000);
  const agents = Array.from({ length: Math.max(2, Math.ceil(asks / PENDING_LIMIT)) }, (_, index) => `agent-${index}`);
  const each = Math.ceil(asks / agents.length);
  await askForTheClock(ground.store, agents);
  const gateways: Pipe[] = [];
  for (const agent of agents) {
    const pipe = ground.serve({ SALLYPORT_AGENT: agent });
    gateways.push(pipe);
    await pipe.initialize();
    await pipe.request("tools/list", {});
    await sequentialCalls(pipe, "echo_echo", counted(200));
  }
  // The first agent's calls are measured; what they leave in its gateway's memory is not the asks'.
  const [busy, ...idle] = gateways;
  if (busy === undefined) throw new Error("there is no gateway");
  const memory = () => idle.reduce((sum, pipe) => sum + pipe.residentMegabytes(), 0);

  await askOnce(ground.store, gateways);
  await sequentialCalls(busy, "echo_echo", counted(2_000));
  const without = await spreadCalls(busy, WITHOUT_S);
  const before = memory();
  let refused: unknown;
  const { approvals, close } = await openStore(ground.store, "reader");
  const areWaiting = async (count: number) => {
    if (refused !== undefined) throw refused;
    return (await approvals.pending({})).filter(({ state }) => state === "pending").length === count;
  };
  // One agent after the other: how they wait is measured, not how they get in each other's way.
  for (const [index, pipe] of gateways.entries()) {
    for (let n = 0; n < each; n++)
      pipe.request("tools/call", { name: "echo_clock", arguments: { index, n } }).catch((error: unknown) => {
        // At the end each is refused, as its caller is gone.
        refused = error;
      });
    await eventually("an agent's asks wait", () => areWaiting(each * (index + 1)));
  }
  const held = each * agents.length;
  const asked = memory();
  const beside = await spreadCalls(busy, HOLD_S);
  const later = memory();
  if (!(await areWaiting(held))) throw new Error("not every ask was held to the end");
  await close();
  await Promise.all(gateways.map((pipe) => pipe.close()));

  const perAsk = (Math.max(asked, later) - before) / (each * idle.length);
  const row = (name: string, samples: readonly number[]) => [
    name,
    `${percentile(samples, 0.5).toFixed(3)} ms`,
    `${percentile(samples, 0.99).toFixed(3)} ms`,
  ];
  return {
    title: "Asks that wait",
    text: [
      `${held} asks held for ${HOLD_S} s by the gateways of ${agents.length} agents on one store, ${each} each, and calls of one of these agents that its policy allows, spread over that time. An ask takes ${(perAsk * 1024).toFixed(0)} KB.`,
      table(["asks that wait", "call p50", "call p99"], [row("none", without), row(String(held), beside)]),
    ].join("\n\n"),
    goals: [
      atMost("memory more for 1,000 asks that wait", perAsk * 1_000, 200, " MB"),
      atMost(
        "p99 of a call beside 1,000 asks that wait, against none",
        percentile(beside, 0.99) / percentile(without, 0.99),
        1.2,
        "x",
      ),
    ],
  };
}

/** Has each gateway go the way of an ask to its end, so that what it loads for the first one is not counted as the asks'. */
async function askOnce(store: string, gateways: readonly Pipe[]): Promise<void> {
  const { approvals: desk, close: closeDesk } = await openStore(store, "approver");
  const { approvals: records, close: closeRecords } = await openStore(store, "reader");
  const calls = gateways.map((pipe) => pipe.request("tools/call", { name: "echo_clock", arguments: {} }));
  const waiting = await eventually("each agent asks", async () => {
    const pending = await records.pending({});
    return pending.length === gateways.length && pending;
  });
  for (const { approval_id: id } of waiting) await desk.approve({ id, by: "user:bench" });
  await Promise.all(calls);
  await closeDesk();
  await closeRecords();
}

/** Milliseconds of each call, made in batches over so many seconds. */
async function spreadCalls(caller: Caller, seconds: number): Promise<number[]> {
  const started = performance.now();
  const samples: number[] = [];
  for (let batch = 1; batch <= BATCHES; batch++) {
    samples.push(...(await sequentialCalls(caller, "echo_echo", counted(500))));
    await pause(Math.max(0, started + (batch * seconds * 1000) / BATCHES - performance.now()));
  }
  return samples;
}
