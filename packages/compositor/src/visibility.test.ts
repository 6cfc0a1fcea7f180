import { WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { Child } from "@sallyport/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { openBench, until } from "./fixtures/gate-bench.ts";
import type { MountSpec } from "./mount-spec.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
afterEach(() => bench.close());

/** Every way in which a request can name a server. */
const requests = (server: string): [method: string, params: JsonObject][] => [
  ["tools/call", { name: `${server}_echo`, arguments: {} }],
  ["resources/read", { uri: `note://${server}/one` }],
  ["resources/subscribe", { uri: `note://${server}/one` }],
  ["resources/unsubscribe", { uri: `note://${server}/one` }],
  ["prompts/get", { name: `${server}_greet` }],
  ["completion/complete", { ref: { type: "ref/prompt", name: `${server}_greet` }, argument: { name: "a", value: "" } }],
  [
    "completion/complete",
    { ref: { type: "ref/resource", uri: `note://${server}/{id}` }, argument: { name: "id", value: "" } },
  ],
];

/** Each answer to the last byte, but for the name that was asked for. */
async function answers(client: Child, server: string): Promise<string[]> {
  const answered: string[] = [];
  for (const [method, params] of requests(server)) {
    const answer = await client.request(method, params).catch((error: unknown) => {
      if (!(error instanceof WireError)) throw error;
      return { code: error.code, message: error.message, data: error.data };
    });
    answered.push(`${method} ${JSON.stringify(answer)}`.replaceAll(server, "SERVER"));
  }
  return answered;
}

async function open(mounts: readonly Partial<MountSpec>[]) {
  bench = await openBench();
  const named = mounts.map((rest, index): MountSpec => ({ name: `mount${index}`, ...bench.spec(), ...rest }));
  await bench.compositor.reconfigure({ mounts: [...named, hidden()] });
  const client = await bench.connect();
  await until(() => Object.values(bench.compositor.snapshot().servers).every(({ state }) => state === "running"));
  return client;
}
const hidden = (): MountSpec => ({ name: "hidden", ...bench.spec({ INSTRUCTIONS: "hidden" }), visibleTo: ["human"] });

describe("N11 what a principal may not see", { timeout: 30_000 }, () => {
  it.each([
    ["nothing else", []],
    ["another server", [{ name: "other" }]],
    ["a server under its own names", [{ name: "bare", namesAsIs: true }]],
  ] as const)("answers to the last byte as what does not exist, beside %s", async (_, mounts) => {
    const client = await open(mounts);
    const absent = await answers(client, "absent");
    expect(await answers(client, "hidden")).toEqual(absent);
    expect(await answers(client, "policy_approver")).toEqual(absent);
    expect(absent.filter((answer) => answer.includes("hidden"))).toEqual([]);
  });

  it("is in no list, no instructions, no record and no notification", async () => {
    const client = await open([{ name: "other" }]);
    const lists = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
    const listed = await Promise.all(lists.map((method) => client.request(method)));
    const seen = JSON.stringify([listed, client.initialize, client.told, await bench.reader.mounts.list({})]);
    expect([seen.includes("hidden"), seen.includes("other")]).toEqual([false, true]);
  });

  it("is asked for before the children are there with the same answers", async () => {
    bench = await openBench();
    await bench.compositor.reconfigure({ mounts: [{ name: "other", ...bench.spec() }, hidden()] });
    const client = await bench.connect();
    expect(await answers(client, "hidden")).toEqual(await answers(client, "absent"));
  });
});
