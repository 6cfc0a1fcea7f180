import { median, percentile } from "./figures.ts";

/** Anything that sends a request and answers its result. */
export interface Caller {
  request(method: string, params: object): Promise<unknown>;
}

let made = 0;
/** Arguments that no cache has seen. */
const freshArguments = () => ({ n: ++made, path: `/folder/${made % 97}/file-${made}.txt`, text: "a line of text" });

/** Milliseconds of each of so many calls, one after the other. */
export async function sequentialCalls(caller: Caller, tool: string, count: number): Promise<number[]> {
  return sequential(count, () => caller.request("tools/call", { name: tool, arguments: freshArguments() }));
}

/** Milliseconds of each of so many runs, one after the other. */
export async function sequential(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await run();
    samples.push(performance.now() - started);
  }
  return samples;
}

/** Calls a second with so many in flight at all times. */
export async function callsPerSecond(caller: Caller, tool: string, inFlight: number, count: number): Promise<number> {
  const started = performance.now();
  let left = count;
  const lane = async () => {
    while (left-- > 0) await caller.request("tools/call", { name: tool, arguments: freshArguments() });
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (count * 1000) / (performance.now() - started);
}

export interface CallFigures {
  p50: number;
  p99: number;
  /** At 32 in flight. */
  perSecond: number;
}

/** One round of calls: so many one after the other, then so many with 32 in flight. */
export async function callRound(
  caller: Caller,
  tool: string,
  counts: { sequential: number; concurrent: number },
): Promise<CallFigures> {
  const samples = await sequentialCalls(caller, tool, counts.sequential);
  const perSecond = await callsPerSecond(caller, tool, 32, counts.concurrent);
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99), perSecond };
}

export const medianRound = (rounds: readonly CallFigures[]): CallFigures => ({
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
});

export const CALL_COLUMNS = ["call p50", "call p99", "calls/s at 32 in flight"] as const;
export const callCells = ({ p50, p99, perSecond }: CallFigures): string[] => [
  `${p50.toFixed(3)} ms`,
  `${p99.toFixed(3)} ms`,
  String(Math.round(perSecond)),
];
