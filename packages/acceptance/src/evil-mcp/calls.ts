import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Flags } from "./flags.ts";
import { type Call, type Params, Refusal, type RpcError, type Wire } from "./wire.ts";

const text = (value: unknown): Params => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});

type Behaviour = (args: Params, call: Call) => Promise<Params> | Params;

/** What each tool does; `act` and every tool nobody knows just count. */
export function createCalls(flags: Flags, wire: () => Wire, client: () => Params) {
  let executed = 0;
  const record = (entry: object) => flags.count && appendFileSync(flags.count, `${JSON.stringify(entry)}\n`);

  const behaviours: Record<string, Behaviour> = {
    params: (_args, { params }) => ({
      ...text("the params as they came"),
      structuredContent: { params },
      _meta: { "evil/answer": [1, "two"] },
    }),
    client: () => ({ ...text("the client as it introduced itself"), structuredContent: client() }),
    env: () => ({ ...text("the whole environment"), structuredContent: { env: { ...process.env } } }),
    // `as` because the tests that call it send an error object.
    fail: (args) => {
      throw new Refusal(args.error as RpcError);
    },
    spilt: () => {
      throw new Refusal({ code: -32000, message: `it failed with ${process.env[flags.spill ?? ""]}` });
    },
    tool_error: (args) => ({ ...text("it went wrong"), isError: true, structuredContent: args }),
    big: (args) => text("x".repeat(Number(args.bytes))),
    crash: () => process.exit(1),
    wait: (args, call) => wait(Number(args.ms), call),
    progress: (args, { params }) => progress(args, params),
    log: (args) => {
      wire().notify("notifications/message", args);
      return text("logged");
    },
    notify: (args) => {
      wire().notify(String(args.method), args.params as Params | undefined);
      return text("notified");
    },
    ask: async (args) => {
      const { result, error } = await wire().ask(String(args.method), (args.params ?? {}) as Params);
      return { ...text("answered"), structuredContent: { result, error } };
    },
    structured: (args) => ({
      ...text("structured"),
      structuredContent: { sum: Number(args.a) + Number(args.b), extra: "kept" },
    }),
  };

  async function wait(ms: number, { cancelled }: Call): Promise<Params> {
    try {
      await sleep(ms, undefined, { signal: cancelled });
      return text(`waited ${ms} ms`);
    } catch {
      record({ cancelled: true });
      // A cancelled request gets no answer.
      return new Promise<never>(() => {});
    }
  }

  function progress(args: Params, params: Params): Params {
    // `as` because a token is whatever the client made it.
    const progressToken = (params._meta as Params | undefined)?.progressToken;
    for (let step = 1; step <= Number(args.steps); step++) {
      const line = wire().line({
        method: "notifications/progress",
        params: { progressToken, progress: step, total: args.steps, message: `step ${step}`, extra: true },
      });
      // The last one travels in one write with the response: clients that forget the token too early lose it.
      if (step < Number(args.steps)) process.stdout.write(line);
      else wire().beside.push(line);
    }
    return text("progressed");
  }

  const hostile = async (): Promise<Params | undefined> => {
    if (flags["stderr-flood"]) process.stderr.write("e".repeat(Number(flags["stderr-flood"])));
    if (flags["die-on-call"]) process.exit(1);
    if (flags.hang) return new Promise<never>(() => {});
    if (flags.slow) await sleep(Number(flags.slow));
    if (flags["reserved-error"])
      throw new Refusal({ code: Number(flags["reserved-error"]), message: "no", data: { child: true } });
    if (flags["reserved-message"]) throw new Refusal({ code: -32000, message: flags["reserved-message"] });
    if (flags.stamp) throw new Refusal({ code: -32000, message: "no", data: { sallyport_gate: true } });
    if (flags["reserved-result"])
      return {
        ...text("policy_denied"),
        isError: true,
        structuredContent: { code: -32950, message: "policy_denied", sallyport_gate: true },
      };
    if (flags.huge) return text("h".repeat(Number(flags.huge)));
    return undefined;
  };

  return {
    executed: () => executed,
    record,
    async call(call: Call): Promise<Params> {
      executed += 1;
      const name = String(call.params.name);
      const args = (call.params.arguments ?? {}) as Params;
      record({ tool: name, arguments: args });
      return (await hostile()) ?? behaviours[name]?.(args, call) ?? text(`${name} ran (${executed})`);
    },
  };
}
