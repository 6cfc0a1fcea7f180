import { WireError } from "@sallyport/contract/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takesNone } from "../testing/pretend-view.ts";
import { fault, openResourcesDoor, type ResourcesDoor } from "../testing/resources-door.ts";

const A = { server: "files", uri: "file:///a" };
const FRONT_A = "file://files//a";
const PINNED = { server: "files", uri: "file:///b" };

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor();
});
afterEach(() => door.close());

describe("subscribe", () => {
  it("subscribes once at the view, by the front's URI, and shows it", async () => {
    expect((await door.call("subscribe", A)).structuredContent).toEqual({ ok: true, active: true, last_error: null });
    expect(door.view.asked.filter((asked) => asked.startsWith("resources/subscribe"))).toEqual([
      `resources/subscribe ${FRONT_A}`,
    ]);
    expect(await door.page()).toEqual({
      subscriptions: [
        {
          ...A,
          pinned: false,
          present: true,
          active: true,
          added_at: expect.any(String),
          last_error: null,
          last_updated_at: null,
        },
      ],
      list_subscriptions: [],
    });
  });

  it("takes the same one twice", async () => {
    await door.call("subscribe", A);
    expect(await door.call("subscribe", A)).not.toMatchObject({ isError: true });
    expect((await door.page()).subscriptions).toHaveLength(1);
  });

  it("keeps one that the server refuses, with what it said", async () => {
    door.view.servers.set("mute", { resources: { "file:///a": [{ text: "a" }] }, refuses: takesNone("mute") });
    door.view.servers.set("odd", { resources: {}, hidden: {}, refuses: new WireError(-32603, "no\nway") });
    await door.view.put("other", { resources: { "a://b": [] } });
    const last_error = "-32960 resources_subscribe_unsupported: server `mute` does not offer subscriptions";
    expect((await door.call("subscribe", { ...A, server: "mute" })).structuredContent).toEqual({
      ok: true,
      active: false,
      last_error,
    });
    await door.call("subscribe", { ...A, server: "odd" });
    expect(await door.page()).toMatchObject({
      subscriptions: [
        { server: "mute", present: true, active: false, last_error },
        { server: "odd", present: false, active: false, last_error: "-32603 no⟦U+000A⟧way" },
      ],
    });
  });

  it("keeps one whose server is down, and does not trouble it", async () => {
    await door.view.put("notes", { resources: {}, down: "it died" });
    const last_error = "server `notes` is down: it died";
    const uri = "note://a";
    expect((await door.call("subscribe", { server: "notes", uri })).structuredContent).toEqual({
      ok: true,
      active: false,
      last_error,
    });
    expect(await door.page()).toMatchObject({ subscriptions: [{ present: false, active: false, last_error }] });
    expect(door.view.asked.filter((asked) => asked.includes("notes"))).toEqual([]);
  });

  it("counts as present what can be read though it is not listed", async () => {
    await door.view.put("notes", {
      resources: {},
      hidden: { "note://a": [{ text: "a" }] },
      templates: ["note://{id}"],
    });
    await door.call("subscribe", { server: "notes", uri: "note://a" });
    await door.call("subscribe", { server: "notes", uri: "note://none" });
    expect(await door.page()).toMatchObject({
      subscriptions: [
        { uri: "note://a", present: true, active: true },
        { uri: "note://none", present: false, active: true },
      ],
    });
  });

  it.each([
    [{ server: "nobody", uri: "file:///a" }, "not_found"],
    [{ server: "files", uri: "no scheme" }, "not_found"],
    [{ server: "No Name", uri: "file:///a" }, "invalid_input"],
  ])("refuses %j and keeps nothing", async (args, code) => {
    expect(await door.call("subscribe", args)).toMatchObject(fault(code));
    expect((await door.page()).subscriptions).toEqual([]);
  });

  it("refuses while the compositor cannot be reached, and keeps nothing", async () => {
    await door.view.cut();
    door.view.refusesClients = "not now";
    expect(await door.call("subscribe", A)).toMatchObject(fault("unavailable"));
    expect((await door.page()).subscriptions).toEqual([]);
  });

  it("is each principal's and each agent's own", async () => {
    await door.call("subscribe", A);
    const human = await door.serve({ subscriber: { agent: "default", principal: "human" } });
    const other = await door.serve({ subscriber: { agent: "other", principal: "agent" } });
    expect([await human.page(), await other.page()]).toMatchObject([{ subscriptions: [] }, { subscriptions: [] }]);
  });
});

describe("unsubscribe", () => {
  it("ends it in the store and at the view", async () => {
    await door.call("subscribe", A);
    expect((await door.call("unsubscribe", A)).structuredContent).toEqual({ ok: true });
    expect([...door.view.subscribed]).toEqual([]);
    expect((await door.page()).subscriptions).toEqual([]);
  });

  it("says that there is none", async () => {
    expect(await door.call("unsubscribe", A)).toMatchObject(fault("not_found", A));
  });

  it("ends one whose server is gone", async () => {
    await door.call("subscribe", A);
    await door.view.put("files", null);
    expect((await door.call("unsubscribe", A)).structuredContent).toEqual({ ok: true });
  });

  it("leaves a pinned one, which is there without anybody's doing", async () => {
    const { call, page } = await door.serve({ pinned: [PINNED] });
    await vi.waitFor(async () =>
      expect(await page()).toMatchObject({ subscriptions: [{ ...PINNED, pinned: true, active: true }] }),
    );
    await call("subscribe", PINNED);
    expect(await call("unsubscribe", PINNED)).toMatchObject(fault("forbidden", PINNED));
    expect((await page()).subscriptions).toHaveLength(1);
  });
});
