import type { CallContext } from "@sallyport/contract/decisions";
import { createDecider, openQuickjs, startPolicy } from "@sallyport/policy";
import { sequential } from "./calls.ts";
import { counted } from "./counts.ts";
import { percentile } from "./figures.ts";
import { atLeast, atMost, type Part } from "./goals.ts";

/** `decide` alone, in the default engine and under the policy a new agent starts with. */
export async function decideAlone(): Promise<Part> {
  const rounds = counted(20_000);
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

  await sequential(counted(500), once);
  const samples = await sequential(rounds, once);
  const started = performance.now();
  let left = rounds;
  const lane = async () => {
    while (left-- > 0) await once();
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  const perSecond = (rounds * 1000) / (performance.now() - started);
  await decider.close();
  await engine.close();
  return {
    title: "Decide",
    goals: [
      atMost("`decide` p50", percentile(samples, 0.5), 0.15, " ms"),
      atLeast("`decide` per second", perSecond, 10_000, "/s"),
    ],
  };
}
