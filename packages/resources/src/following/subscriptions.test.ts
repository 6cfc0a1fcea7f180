import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takesNone } from "../testing/pretend-view.ts";
import { openResourcesDoor, PAGE, type ResourcesDoor } from "../testing/resources-door.ts";

const A = { server: "files", uri: "file:///a" };
const FRONT_A = "file://files//a";
const FILES = { resources: { "file:///a": [{ text: "a" }] } };
const TOLD = { method: "notifications/resources/updated", params: { uri: PAGE } };
const updated = (uri: string) => ({ method: "notifications/resources/updated", params: { uri } });
const WAIT = { timeout: 10_000 };

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor();
});
afterEach(() => door.close());

const stands = async (of: Pick<ResourcesDoor, "page"> = door) => (await of.page()).subscriptions[0];
const becomes = (state: object, of?: Pick<ResourcesDoor, "page">) =>
  vi.waitFor(async () => expect(await stands(of)).toMatchObject(state), WAIT);
const subscribes = () => door.view.asked.filter((asked) => asked === `resources/subscribe ${FRONT_A}`).length;

describe("a durable subscription", () => {
  it("outlives the server that made it", async () => {
    await door.call("subscribe", A);
    await door.table.close();
    const again = await door.serve();
    await becomes({ ...A, active: true, present: true }, again);
    expect([...door.view.subscribed]).toEqual([FRONT_A]);
  });

  it("comes back when its server was down", async () => {
    await door.call("subscribe", A);
    await door.view.put("files", { ...FILES, down: "it died" });
    await becomes({ present: false, active: false, last_error: "server `files` is down: it died" });
    await door.view.put("files", FILES);
    await becomes({ present: true, active: true, last_error: null });
    expect([...door.view.subscribed]).toEqual([FRONT_A]);
  });

  it("comes back when its server was detached and attached again", async () => {
    await door.call("subscribe", A);
    await door.view.put("files", null);
    await becomes({ present: false, active: false, last_error: "-32002 Resource not found" });
    await door.view.put("files", FILES);
    await becomes({ present: true, active: true, last_error: null });
  });

  it("comes back when its server was replaced faster than anybody looked", async () => {
    await door.call("subscribe", A);
    // The first look at the view is over.
    await becomes({ active: true });
    await door.view.put("files", null);
    await door.view.put("files", FILES);
    await vi.waitFor(() => expect([...door.view.subscribed]).toEqual([FRONT_A]), WAIT);
  });

  it("comes back when the compositor was gone", async () => {
    await door.call("subscribe", A);
    await door.call("subscribe_list_changes", { server: "files" });
    door.view.refusesClients = "not now";
    await door.view.cut();
    await becomes({ present: false, active: false, last_error: "the compositor cannot be reached: not now" });
    expect((await door.page()).list_subscriptions).toMatchObject([{ present: false, active: false }]);
    door.view.refusesClients = undefined;
    await becomes({ present: true, active: true, last_error: null });
    expect([...door.view.subscribed]).toEqual([FRONT_A]);
    await vi.waitFor(async () => expect((await door.page()).list_subscriptions).toMatchObject([{ active: true }]));
  });

  it("is there before the compositor is", async () => {
    await door.call("subscribe", A);
    await door.table.close();
    door.view.refusesClients = "not yet";
    const again = await door.serve();
    await becomes({ active: false, last_error: "the compositor cannot be reached: not yet" }, again);
    door.view.refusesClients = undefined;
    await becomes({ active: true }, again);
  });

  it("stays, with what its server says, when it comes back and takes no subscriptions any more", async () => {
    await door.call("subscribe", A);
    await door.view.put("files", { ...FILES, refuses: takesNone("files") });
    await becomes({ present: true, active: false, last_error: expect.stringContaining("-32960") });
    await door.view.put("files", FILES);
    await becomes({ active: true, last_error: null });
  });

  it("shows that its resource went while its server stayed", async () => {
    await door.call("subscribe", A);
    await door.view.put("files", { resources: {} });
    await becomes({ present: false, active: true });
  });

  it("is made by another process on the same store too, and ended by it", async () => {
    const other = await door.serve();
    await other.call("subscribe", A);
    await becomes({ active: true });
    await other.call("unsubscribe", A);
    await vi.waitFor(async () => expect((await door.page()).subscriptions).toEqual([]));
  });

  it("of one server is not held up by another that does not answer", async () => {
    await door.view.put("slow", { resources: { "a://b": [] }, hangs: true });
    const slow = door.call("subscribe", { server: "slow", uri: "a://b" });
    expect((await door.call("subscribe", A)).structuredContent).toMatchObject({ active: true });
    await door.view.put("slow", null);
    await door.close();
    await expect(slow).rejects.toMatchObject({ name: "ConnectionError" });
  });
});

describe("a storm of list changes", () => {
  it("makes a trickle of looks, and asks no server again that did not move", async () => {
    await door.call("subscribe", A);
    await becomes({ active: true });
    const before = {
      lists: door.view.asked.filter((asked) => asked === "resources/list").length,
      subscribes: subscribes(),
    };
    for (const _ of Array.from({ length: 5_000 })) await door.view.tell("notifications/resources/list_changed");
    await vi.waitFor(() =>
      expect(door.view.asked.filter((asked) => asked === "resources/list").length).toBeGreaterThan(before.lists),
    );
    const lists = door.view.asked.filter((asked) => asked === "resources/list").length - before.lists;
    expect(lists).toBeLessThan(500);
    expect(subscribes()).toBe(before.subscribes);
  });

  it("makes a trickle of rounds where mounts come and go", async () => {
    await door.call("subscribe", A);
    const before = subscribes();
    for (const _ of Array.from({ length: 5_000 })) await door.view.tell("notifications/tools/list_changed");
    await vi.waitFor(() => expect(subscribes()).toBeGreaterThan(before));
    expect(subscribes() - before).toBeLessThan(500);
  });
});

describe("resources://subscriptions", () => {
  beforeEach(async () => {
    await door.child.request("resources/subscribe", { uri: PAGE });
  });

  it("shows what `list_subscriptions` answers", async () => {
    await door.call("subscribe", A);
    const { contents } = await door.child.request("resources/read", { uri: PAGE });
    const [page] = contents as [{ uri: string; mimeType: string; text: string }]; // the server under test answers one text
    expect({ ...page, text: JSON.parse(page.text) }).toEqual({
      uri: PAGE,
      mimeType: "application/json",
      text: await door.page(),
    });
  });

  it("is told of when a subscribed resource was updated, and shows when", async () => {
    await door.call("subscribe", A);
    await becomes({ last_updated_at: null });
    await vi.waitFor(() => expect(door.heard).toContainEqual(TOLD));
    door.heard.length = 0;
    await door.view.updated(FRONT_A);
    await vi.waitFor(() => expect(door.heard).toEqual([TOLD]));
    expect(await stands()).toMatchObject({ last_updated_at: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it("counts what happened below a subscribed resource", async () => {
    await door.call("subscribe", { ...A, uri: "file:///" });
    await door.view.updated("file://files//a");
    await becomes({ last_updated_at: expect.any(String) });
  });

  it("is not told of for a resource that nobody subscribed to", async () => {
    await door.call("subscribe", A);
    await door.view.updated("file://files//b");
    await door.view.updated("file://other//a");
    await becomes({ active: true, last_updated_at: null });
  });

  it("does not tell of itself for ever where it is subscribed to through itself", async () => {
    await door.view.put("resources", { resources: { [PAGE]: [{ text: "{}" }] } });
    await door.call("subscribe", { server: "resources", uri: PAGE });
    await becomes({ active: true });
    await door.view.updated("resources://resources/subscriptions");
    expect(await stands()).toMatchObject({ uri: PAGE, last_updated_at: null });
  });
});

describe("relayed updates", () => {
  it("reach a client outside of the view, by the front's URI, for what is subscribed to only", async () => {
    const outside = await door.serve({ relaysUpdates: true });
    await outside.call("subscribe", A);
    await door.view.updated("file://files//b");
    await door.view.updated(FRONT_A);
    await vi.waitFor(() => expect(outside.heard).toContainEqual(updated(FRONT_A)));
    expect(outside.heard).not.toContainEqual(updated("file://files//b"));
  });

  it("are a trickle where they come as a storm, and the last is told", async () => {
    const outside = await door.serve({ relaysUpdates: true });
    await outside.call("subscribe", A);
    for (const _ of Array.from({ length: 5_000 })) await door.view.updated(FRONT_A);
    await vi.waitFor(() => expect(outside.heard.length).toBeGreaterThan(1));
    expect(outside.heard.length).toBeLessThan(500);
  });

  it("are left to the compositor where the client is in the view", async () => {
    await door.call("subscribe", A);
    await door.view.updated(FRONT_A);
    await becomes({ last_updated_at: expect.any(String) });
    expect(door.heard).toEqual([]);
  });
});
