import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PretendView } from "../testing/pretend-view.ts";
import { CallerView } from "./caller-view.ts";

let pretend: PretendView;
let said: string[];
let view: CallerView;
beforeEach(() => {
  vi.useFakeTimers();
  pretend = new PretendView();
  said = [];
  view = new CallerView(pretend.connect, {
    connected: () => said.push("connected"),
    lost: (reason) => said.push(`lost: ${reason}`),
    notified: (method) => said.push(method),
  });
});
afterEach(async () => {
  await view.close();
  vi.useRealTimers();
});

describe("CallerView", () => {
  it("connects once for all that ask at the same time", async () => {
    await Promise.all([view.request("resources/list", {}), view.request("resources/list", {})]);
    expect([pretend.connections, said]).toEqual([1, ["connected"]]);
  });

  it("connects again when it is cut, and hears the new connection only", async () => {
    view.open();
    await vi.waitFor(() => expect(said).toEqual(["connected"]));
    await pretend.cut();
    await vi.waitFor(() => expect(said).toEqual(["connected", "lost: the other end closed the connection"]));
    await vi.advanceTimersByTimeAsync(250);
    await vi.waitFor(() => expect(said).toHaveLength(3));
    await pretend.tell("notifications/resources/list_changed");
    await vi.waitFor(() => expect(said.slice(2)).toEqual(["connected", "notifications/resources/list_changed"]));
  });

  it("waits twice as long after each failure, 30 s at most", async () => {
    pretend.refusesClients = "not now";
    view.open();
    await vi.advanceTimersByTimeAsync(250 + 500 + 1000 - 1);
    expect(pretend.connections).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(pretend.connections).toBe(4);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(pretend.connections).toBeLessThan(30);
    const before = pretend.connections;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(pretend.connections).toBe(before + 1);
    expect(said.at(-1)).toBe("lost: not now");
  });

  it("does not wait for one that is asked for", async () => {
    pretend.refusesClients = "not now";
    await expect(view.request("resources/list", {})).rejects.toMatchObject({ fault: "closed", message: "not now" });
    pretend.refusesClients = undefined;
    expect(await view.request("resources/list", {})).toEqual({ resources: [] });
  });

  it("starts nothing once closed", async () => {
    await view.request("resources/list", {});
    await view.close();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(view.request("resources/list", {})).rejects.toMatchObject({ name: "ConnectionError" });
    expect([pretend.connections, said]).toEqual([1, ["connected"]]);
  });
});
