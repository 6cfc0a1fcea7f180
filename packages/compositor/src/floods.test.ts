import type { JsonObject } from "@sallyport/contract/json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCompositor } from "./compositor.ts";
import { call, connectClient, openBench, until } from "./fixtures/gate-bench.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const numberIn = (result: JsonObject) => Number((result.content as { text: string }[])[0]?.text);

describe("a child that floods", { timeout: 60_000 }, () => {
  it.each(["notifications/tools/list_changed", "notifications/prompts/list_changed"])(
    "is listed again one by one and with pauses (%s), and the other's calls go on",
    async (method) => {
      void bench.compositor.mountServer("noisy", bench.spec());
      void bench.compositor.mountServer("quiet", bench.spec());
      const client = await bench.connect();
      await call(client, "quiet_echo");
      const before = numberIn(await call(client, "noisy_lists"));
      const started = performance.now();
      const flood = call(client, "noisy_flood", { method, count: 20_000 });
      for (let calls = 0; calls < 100; calls += 1) await call(client, "quiet_echo");
      await flood;
      const pauses = (performance.now() - started) / 100;
      // Never more often than the pauses allow, and at least once after the flood began.
      expect(numberIn(await call(client, "noisy_lists")) - before).toBeLessThanOrEqual(pauses + 1);
      await until(() => client.told.some((note) => note.method === method));
      expect(client.told.length).toBeLessThanOrEqual(3 * (pauses + 2));
    },
  );

  it("costs nothing with updates of what nobody listens to, and listeners hear of the rest once in a while", async () => {
    void bench.compositor.mountServer("noisy", bench.spec());
    const client = await bench.connect();
    await call(client, "noisy_echo");
    client.told.length = 0;
    const method = "notifications/resources/updated";
    await call(client, "noisy_flood", { method, uri: "note://nobody", count: 20_000 });
    expect(client.told).toEqual([]);
    await client.request("resources/subscribe", { uri: "note://noisy/one" });
    await call(client, "noisy_flood", { method, uri: "note://one", count: 20_000 });
    await until(() => client.told.some(({ params }) => params.uri === "note://noisy/one/0"));
  });

  it("does not feed on itself: a definition that changes with every listing is told of, and no other mount is listed", async () => {
    void bench.compositor.mountServer("noisy", bench.spec({ CHANGING: "1" }));
    void bench.compositor.mountServer("quiet", bench.spec());
    const client = await bench.connect();
    await call(client, "quiet_echo");
    await call(client, "noisy_touch", { method: "notifications/tools/list_changed" });
    await until(async () => (await bench.reader.definitions.changes({})).length > 0);
    const [noisy, quiet] = [await lists("noisy"), await lists("quiet")];
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([await lists("noisy"), await lists("quiet")]).toEqual([noisy, quiet]);

    async function lists(server: string) {
      return numberIn(await call(client, `${server}_lists`));
    }
  });

  it("N37 comes to rest where two gateways run two versions of a server, and either hears what a person accepts", async () => {
    const version = (description: string) => {
      return bench.spec({ TOOLS: JSON.stringify([{ name: "write", description, inputSchema: { type: "object" } }]) });
    };
    const other = createCompositor(bench.powers);
    for (const compositor of [bench.compositor, other]) compositor.start();
    await bench.compositor.mountServer("fs", version("one"));
    await other.mountServer("fs", version("two"));
    const [one, two] = [await bench.connect(), await connectClient(other)];
    const listed = async () =>
      Promise.all([one, two].map(async (client) => JSON.stringify((await client.request("tools/list")).tools)));
    const said = async () =>
      (await bench.reader.timeline.list({ limit: 1_000 })).filter(({ action }) => action.startsWith("definition-"));
    await until(async () => (await said()).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Once by the store and once by the gateway that saw it.
    expect((await said()).map(({ action }) => action)).toEqual(["definition-changed", "definition-changed"]);
    expect(await listed()).toEqual([expect.stringContaining("one"), "[]"]);

    const [change] = await bench.reader.definitions.changes({});
    const { agent = "", server = "", tool = "", observed_digest: digest = "" } = change ?? {};
    await bench.approver.definitions.accept({ agent, server, tool, digest, by: "ann" });
    await until(async () => (await listed())[1] !== "[]");
    expect(await listed()).toEqual(["[]", expect.stringContaining("two")]);
    await other.close();
  });
});
