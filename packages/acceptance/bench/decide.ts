import type { CallContext } from "@sallyport/contract/decisions";
import { createDecider, openQuickjs, startPolicy } from "@sallyport/policy";
import { percentile } from "./figures.ts";

/** `decide` alone, in the default engine and under the policy a new agent starts with: milliseconds at p50 and decisions a second. */
export async function measureDecide(rounds: number): Promise<{ p50: number; perSecond: number }> {
  const start = await startPolicy("bench");
  const policy = { ...start, version: 1, digest: "bench", created_at: new Date(0).toISOString() };
  const engine = openQuickjs({});
  const decider = createDecider({ active: async () => policy, engines: [engine] });
  const context: CallContext = {
    principal: "agent",
    agent: "bench",
    server: "echo",
    tool: "echo",
    safety: "read_only",
    annotations: {},
    mode: policy.mode,
    interactive: true,
    session: "s",
  };
  let made = 0;
  const once = () => decider.decide({ name: "echo_echo", arguments: { n: ++made, text: "a line of text" } }, context);

  for (let warm = 0; warm < 500; warm++) await once();
  const samples: number[] = [];
  for (let index = 0; index < rounds; index++) {
    const started = performance.now();
    await once();
    samples.push(performance.now() - started);
  }
  const started = performance.now();
  let left = rounds;
  const lane = async () => {
    while (left-- > 0) await once();
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  const perSecond = (rounds * 1000) / (performance.now() - started);
  await decider.close();
  await engine.close();
  return { p50: percentile(samples, 0.5), perSecond };
}
