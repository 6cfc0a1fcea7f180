import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStore } from "../open-store.ts";
import { openWriter, prepareStore } from "./connection.ts";
import { StoreFile } from "./store-file.ts";

let folder: string;
let path: string;
/** Another process's, for all the poll knows. */
let other: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-poll-"));
  path = join(folder, "store.db");
  prepareStore(path);
  other = openWriter(path, "survives_crash");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.advanceTimersByTime(60_000);
});
afterEach(() => {
  vi.useRealTimers();
  other.close();
  rmSync(folder, { recursive: true });
});

const change = () => other.exec("insert into changes (topic, agent, key) values ('policy', 'a', '1')");

describe("CommitPoll", () => {
  it("looks once for all stores that are open on a file, and not at all when nobody listens", async () => {
    const stores = [await openStore(`sqlite:${path}`, "reader"), await openStore(`sqlite:${path}`, "meta")];
    const unwatch = stores.flatMap(({ changes }) => [
      changes.watch(() => {}),
      changes.watch(() => {}, { waits: true }),
    ]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(1);
    for (const end of unwatch.slice(2)) end();
    expect(vi.getTimerCount()).toBe(1);
    for (const end of unwatch) end();
    expect(vi.getTimerCount()).toBe(0);
    for (const store of stores) store.changes.watch(() => {});
    for (const store of stores) await store.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("tells another process's change within 100 ms, and within 25 ms soon after one or while somebody waits", () => {
    const { commits } = new StoreFile(path);
    const wake = vi.fn();
    const unlisten = commits.listen(wake, false);
    const wakesIn = (ms: number) => {
      wake.mockClear();
      vi.advanceTimersByTime(ms);
      return wake.mock.calls.length;
    };
    change();
    expect(wakesIn(100)).toBe(1);
    change();
    expect([wakesIn(25), wakesIn(10_000)]).toEqual([1, 0]);
    change();
    expect(wakesIn(100)).toBe(1);
    expect(wakesIn(10_000)).toBe(0);
    const endWait = commits.listen(() => {}, true);
    change();
    expect(wakesIn(25)).toBe(1);
    expect(wakesIn(10_000)).toBe(0);
    change();
    expect(wakesIn(25)).toBe(1);
    endWait();
    unlisten();
  });

  it("is not put off by those who come to wait again and again", () => {
    const { commits } = new StoreFile(path);
    const wake = vi.fn();
    const unlisten = commits.listen(wake, false);
    vi.advanceTimersByTime(10_000);
    wake.mockClear();
    change();
    for (const _ of Array.from({ length: 6 })) {
      commits.listen(() => {}, true)();
      vi.advanceTimersByTime(5);
    }
    expect(wake).toHaveBeenCalledTimes(1);
    unlisten();
  });

  it("wakes nobody for a commit that announced nothing", () => {
    const { commits } = new StoreFile(path);
    const wake = vi.fn();
    const unlisten = commits.listen(wake, false);
    vi.advanceTimersByTime(10_000);
    wake.mockClear();
    other.exec("update timeline_head set seq = seq");
    vi.advanceTimersByTime(10_000);
    expect(wake).not.toHaveBeenCalled();
    unlisten();
  });

  it("goes on when the file can be read again", () => {
    const { commits } = new StoreFile(join(folder, "later.db"));
    const wake = vi.fn();
    const unlisten = commits.listen(wake, false);
    vi.advanceTimersByTime(1_000);
    prepareStore(join(folder, "later.db"));
    vi.advanceTimersByTime(100);
    expect(wake).toHaveBeenCalled();
    unlisten();
  });
});
