import type { JsonObject } from "@sallyport/contract/json";
import type { Child } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, openBench, until } from "../fixtures/gate-bench.ts";

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const UPDATED = "notifications/resources/updated";
const one = { method: UPDATED, params: { uri: "note://fs/one" } };

async function openView(): Promise<Child & { told: { method: string; params: JsonObject }[] }> {
  const told: { method: string; params: JsonObject }[] = [];
  const client = await bench.compositor.connectView({
    onNotification: (method, params) => told.push({ method, params }),
  });
  return Object.assign(client, { told });
}
const updates = ({ told }: { told: { method: string; params: JsonObject }[] }) =>
  told.filter(({ method }) => method === UPDATED);

describe("connectView", { timeout: 30_000 }, () => {
  it("starts no child; lists say so", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const view = await openView();
    expect(await view.request("resources/list")).toEqual({
      resources: [],
      _meta: { "sallyport/unavailable": [{ server: "fs", reason: "it is still starting" }] },
    });
    expect(bench.compositor.snapshot().servers.fs).toMatchObject({ state: "initializing", stderr: [] });
  });

  it("tells every session of the view what it subscribed to, once each", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const subscribed = await bench.connect();
    const other = await bench.connect();
    const [view, bystander] = [await openView(), await openView()];
    await view.request("resources/subscribe", { uri: "note://fs/one" });
    await subscribed.request("resources/subscribe", { uri: "note://fs/one" });
    await until(() => updates(other).length > 0);
    await call(other, "fs_echo");
    expect([subscribed, other, view, bystander].map(updates)).toEqual([[one], [one], [one], []]);
  });

  it("leaves a session its own subscription when its own goes", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const view = await openView();
    await client.request("resources/subscribe", { uri: "note://fs/one" });
    await view.request("resources/subscribe", { uri: "note://fs/one" });
    await view.close();
    client.told.length = 0;
    await call(client, "fs_touch", { uri: "note://one" });
    await until(() => updates(client).length > 0);
    expect(updates(client)).toEqual([one]);
  });

  it("hears that the server refuses a subscription, though somebody else asked first", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const [client, view] = [await bench.connect(), await openView()];
    const uri = "note://fs/refused";
    const asked = [client, view].map((side) => side.request("resources/subscribe", { uri }).catch(({ code }) => code));
    expect(await Promise.all(asked)).toEqual([-32002, -32002]);
  });

  it("is nobody a server's question goes to, and does not stand in the way of one that has a session", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect({ capabilities: { roots: {} }, onRequest: async () => ({ roots: ["mine"] }) });
    const view = await openView();
    const hanging = call(view, "fs_hang").catch(() => {});
    await until(() => bench.calls().includes("hang"));
    expect((await call(client, "fs_roots")).content).toMatchObject([{ text: '{"roots":["mine"]}' }]);
    void hanging;
  });

  it("is gated like any other client", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    bench.compositor.start();
    const view = await openView();
    bench.verdict = "deny_continue";
    await expect(call(view, "fs_write")).rejects.toMatchObject({ code: -32951 });
  });

  it("learns from a listed resource whose it is where the names do not say it, and only there", async () => {
    const claim = { RESOURCE_META: '{"sallyport/server":"other","own":1}' };
    void bench.compositor.mountServer("fs", bench.spec(claim));
    void bench.compositor.mountServer("bare", bench.spec(claim, { namesAsIs: true }));
    bench.compositor.start();
    const view = await openView();
    expect(await view.request("resources/list")).toEqual({
      resources: [
        { uri: "note://fs/one", name: "one", _meta: { own: 1 } },
        { uri: "note://fs/two", name: "two" },
        { uri: "note://one", name: "one", _meta: { own: 1, "sallyport/server": "bare" } },
        { uri: "note://two", name: "two", _meta: { "sallyport/server": "bare" } },
      ],
    });
    expect(await view.request("resources/templates/list")).toEqual({
      resourceTemplates: [
        { uriTemplate: "note://fs/{id}", name: "note" },
        { uriTemplate: "note://{id}", name: "note", _meta: { "sallyport/server": "bare" } },
      ],
    });
  });

  it("ends with the view, and is not had again", async () => {
    const view = await openView();
    await bench.compositor.close();
    expect(await view.closed).toMatchObject({ reason: "transport" });
    await expect(openView()).rejects.toMatchObject({ fault: "closed" });
  });
});
