import type { Pipe } from "./pipe.ts";

let made = 0;
/** Arguments that no cache has seen. */
const freshArguments = () => ({ n: ++made, path: `/folder/${made % 97}/file-${made}.txt`, text: "a line of text" });

/** Milliseconds of each of so many calls, one after the other. */
export async function sequentialCalls(pipe: Pipe, tool: string, count: number): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await pipe.request("tools/call", { name: tool, arguments: freshArguments() });
    samples.push(performance.now() - started);
  }
  return samples;
}

/** Calls a second with so many in flight at all times. */
export async function callsPerSecond(pipe: Pipe, tool: string, inFlight: number, count: number): Promise<number> {
  const started = performance.now();
  let left = count;
  const lane = async () => {
    while (left-- > 0) await pipe.request("tools/call", { name: tool, arguments: freshArguments() });
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return (count * 1000) / (performance.now() - started);
}
