import type { JsonObject } from "@sallyport/contract/json";
import type { Front } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MOUNT_DEFAULTS } from "../mount-spec.ts";
import { Mount, type MountHost } from "../mounts/mount.ts";
import { Session } from "../sessions/session.ts";
import { Notices } from "./notices.ts";
import { Subscriptions } from "./subscriptions.ts";

// A mount that is never started asks nothing of its host but the time.
const host = { clock: () => 0 } as MountHost;
const UPDATED = "notifications/resources/updated";

let told: { method: string; params: JsonObject | undefined }[];
let mount: Mount;
let session: Session;
let subscriptions: Subscriptions;
let notices: Notices;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  const spec = { ...MOUNT_DEFAULTS, name: "fs", spec: { type: "unstartable", error: "" } } as const;
  mount = new Mount({ kind: "server", spec }, 0, host);
  session = new Session();
  const notify = async (method: string, params?: JsonObject) => void told.push({ method, params });
  // Nothing else of a front is used by a session that is only told.
  session.open({ notify } as Front);
  session.becomeReady();
  subscriptions = new Subscriptions();
  notices = new Notices({ sessions: new Set([session]), subscriptions, log: () => {} });
});
afterEach(() => {
  notices.close();
  vi.useRealTimers();
});

const listen = (uri: string) => subscriptions.add(mount, uri, session, async () => ({}));
const update = (uri: string) => notices.relay(mount, UPDATED, { uri });
const uris = () => told.map(({ params }) => params?.uri);

describe("Notices", () => {
  it("spends no timer on updates of what nobody listens to", async () => {
    for (let sent = 0; sent < 10_000; sent += 1) update(`note://${sent}`);
    await listen("note://one");
    for (let sent = 0; sent < 10_000; sent += 1) update(`note://other/${sent}`);
    expect([vi.getTimerCount(), told]).toEqual([0, []]);
  });

  it("tells the first at once and of a storm the last", async () => {
    await listen("note://one");
    for (let sent = 0; sent < 10_000; sent += 1) update("note://one");
    expect(uris()).toEqual(["note://fs/one"]);
    vi.advanceTimersByTime(50);
    expect(uris()).toEqual(["note://fs/one", "note://fs/one"]);
    vi.advanceTimersByTime(1000);
    expect([uris().length, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it("tells of something below what was subscribed to, and of nothing that only begins alike", async () => {
    await listen("note://one");
    for (const uri of ["note://one/a", "note://one?a", "note://one#a", "note://one/", "note://ones", "note://on"])
      update(uri);
    expect(uris()).toEqual(["note://fs/one/a", "note://fs/one?a", "note://fs/one#a", "note://fs/one/"]);
  });

  it("keeps a bound on what waits: past it the URI that was subscribed to is told of", async () => {
    await listen("note://one");
    for (let sent = 0; sent < 10_000; sent += 1) update(`note://one/${sent}`);
    expect(vi.getTimerCount()).toBe(1_001);
    expect(uris().filter((uri) => uri === "note://fs/one")).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(uris().at(-1)).toBe("note://fs/one");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes over a URI that nobody could have subscribed to, however it is made", async () => {
    await listen("note://one");
    update(`note://one${"/".repeat(1_000_000)}`);
    expect(told).toEqual([]);
  });

  it("drops a child's talk past a bound, which begins anew each second", () => {
    for (let sent = 0; sent < 10_000; sent += 1) notices.relay(mount, "notifications/message", { data: sent });
    expect(told).toHaveLength(1_000);
    vi.advanceTimersByTime(1000);
    notices.relay(mount, "notifications/message", { data: "later" });
    expect(told.at(-1)?.params).toEqual({ data: "later" });
  });

  it("tells nothing more of a mount that is taken away", async () => {
    await listen("note://one");
    for (const _ of [1, 2]) update("note://one");
    subscriptions.forget(mount);
    notices.forget(mount);
    update("note://one");
    vi.advanceTimersByTime(1000);
    expect([uris(), vi.getTimerCount()]).toEqual([["note://fs/one"], 0]);
  });
});
