import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { describe, expect, it } from "vitest";
import { indexed, NOW, waitingRecord } from "../testing/watch-records.ts";
import { frameOf } from "./frame.ts";
import type { Key } from "./keys.ts";
import { textOf } from "./styled-line.ts";
import { update } from "./update.ts";
import { startState, type WatchEffect, type WatchEvent, type WatchState } from "./watch-state.ts";

const press = (text: string): WatchEvent => ({ kind: "key", key: { kind: "text", text } });
const named = (name: Extract<Key, { kind: "named" }>["name"]): WatchEvent => ({
  kind: "key",
  key: { kind: "named", name },
});
const ENTER = named("enter");
const PAINTED = (id: string): WatchEvent => ({ kind: "painted", id, endShown: true });

const after = (state: WatchState, ...events: readonly WatchEvent[]) =>
  events.reduce((now, event) => update(now, event, NOW)[0], state);
const effects = (state: WatchState, event: WatchEvent, now = NOW): readonly WatchEffect[] =>
  update(state, event, now)[1];

const read = (...records: readonly ApprovalRecord[]): WatchEvent[] => [
  { kind: "waiting-read", approvals: records.map(indexed) },
  ...records.map((record): WatchEvent => ({ kind: "record-read", record })),
];
const [A, B, C] = ["a", "b", "c"].map((id) => waitingRecord(id)) as [ApprovalRecord, ApprovalRecord, ApprovalRecord]; // three in, three out
const size = { columns: 60, rows: 10 };
const list = (...records: readonly ApprovalRecord[]) => after(startState("default", size), ...read(...records));
const opened = (...records: readonly ApprovalRecord[]) => after(list(...records), ENTER);
const screen = (state: WatchState) => frameOf(state, NOW).lines.map(textOf);

describe("update: the list", () => {
  it("reads each call it lists once", () => {
    const events = read(A, B);
    const state = startState("default", size);
    expect(effects(state, events[0] as WatchEvent)).toEqual([
      { kind: "read-record", id: "a" },
      { kind: "read-record", id: "b" },
    ]);
    expect(effects(after(state, ...events), events[0] as WatchEvent)).toEqual([]);
  });

  it("keeps the focused row where it is, on the screen too, when calls come and go", () => {
    const focused = after(list(A, B, C), press("j"), press("j"));
    expect(focused.focus).toBe("c");
    const row = screen(focused).findIndex((text) => text.startsWith(">"));
    const more = Array.from({ length: 20 }, (_, index) => waitingRecord(`new-${index}`));
    const came = after(focused, ...read(A, B, C, ...more));
    expect([came.focus, screen(came).findIndex((text) => text.startsWith(">"))]).toEqual(["c", row]);
    expect(screen(came)[0]).toContain("23 waiting, 20 new");
  });

  it("scrolls with the focus", () => {
    const many = Array.from({ length: 30 }, (_, index) => waitingRecord(`id-${index}`, { tool: `tool-${index}` }));
    const state = after(list(...many), ...Array.from({ length: 29 }, () => press("j")));
    expect(screen(state).find((text) => text.startsWith(">"))).toContain("tool-29");
  });

  it("keeps the focused call when it was decided elsewhere, says who and when, and takes no key for it", () => {
    const gone = {
      ...A,
      state: "denied" as const,
      decided_by: "user:ann",
      decided_at: new Date(NOW - 2000).toISOString(),
    };
    const state = after(
      list(A, B),
      { kind: "waiting-read", approvals: [indexed(B)] },
      { kind: "record-read", record: gone },
    );
    expect(state.focus).toBe("a");
    expect(screen(state).join("\n")).toContain("denied by user:ann 2 s ago");
    expect(effects(state, press("d"))).toEqual([]);
    expect(screen(after(state, press("d"))).join("\n")).toContain("Not now: it is denied by user:ann 2 s ago");
    expect(after(state, press("j")).order).toEqual(["b"]);
  });

  it("filters by words and by fields, and clears with Escape", () => {
    const mail = waitingRecord("m", { server: "mail", tool: "send", state: "orphaned" });
    const type = (text: string) => [press("/"), ...[...text].map(press), ENTER];
    expect(after(list(A, mail), ...type("send")).focus).toBe("m");
    expect(after(list(A, mail), ...type("server:mail state:orphaned")).focus).toBe("m");
    expect(screen(after(list(A, mail), ...type("nothing"))).join("\n")).toContain(
      "Nothing that waits fits the filter.",
    );
    expect(after(list(A, mail), ...type("send"), named("escape")).filter).toBe("");
  });
});

describe("update: deciding", () => {
  it("allows only what is open, half a second on screen, and shown to its end", () => {
    expect(effects(list(A), press("a"))).toEqual([]);
    expect(effects(opened(A), press("a"), NOW + 10_000)).toEqual([]);
    const partly = after(opened(A), { kind: "painted", id: "a", endShown: false });
    expect(effects(partly, press("a"), NOW + 10_000)).toEqual([]);
    const whole = after(opened(A), PAINTED("a"));
    expect(effects(whole, press("a"), NOW + 499)).toEqual([]);
    expect(effects(whole, press("a"), NOW + 500)).toEqual([{ kind: "allow", id: "a" }]);
  });

  it("counts the half second anew for every call", () => {
    const next = after(opened(A, B), PAINTED("a"), press("j"));
    expect(next.page).toMatchObject({ kind: "detail", id: "b", shownAt: null, endShown: false });
    expect(effects(next, press("a"), NOW + 10_000)).toEqual([]);
  });

  it("takes no second decision while one is on its way, and shows none before the store has it", () => {
    const [sent] = update(after(opened(A), PAINTED("a")), press("a"), NOW + 500);
    expect(effects(sent, press("a"), NOW + 600)).toEqual([]);
    expect(effects(sent, press("d"), NOW + 600)).toEqual([]);
    expect(screen(sent).join("\n")).not.toContain("Allowed");
    const done = after(sent, { kind: "decided", id: "a", words: "Allowed it: it runs now", allowed: true });
    expect(screen(done).join("\n")).toContain("Allowed it: it runs now");
  });

  it("goes on to the next call, and back to the list after the last", () => {
    const decided = (id: string): WatchEvent => ({ kind: "decided", id, words: "done", allowed: false });
    const one = after(opened(A, B), { kind: "waiting-read", approvals: [indexed(B)] }, decided("a"));
    expect(one).toMatchObject({ page: { kind: "detail", id: "b" }, focus: "b", order: ["b"] });
    expect(after(one, { kind: "waiting-read", approvals: [] }, decided("b"))).toMatchObject({
      page: { kind: "list" },
      order: [],
    });
  });

  it("says who was first when a decision came second", () => {
    const words = "it is already denied by user:ann 2 s ago";
    const state = after(opened(A), { kind: "missed", what: "decision", id: "a", words });
    expect(screen(state).join("\n")).toContain("Not decided by you: it is already denied by user:ann 2 s");
  });

  it("gives a call more time, and stays at it", () => {
    expect(effects(list(A), press("e"))).toEqual([{ kind: "extend", id: "a" }]);
    const event: WatchEvent = { kind: "extended", id: "a", words: "More time for it: 2 h left" };
    expect(effects(after(opened(A), press("e")), event)).toEqual([{ kind: "read-record", id: "a" }]);
    const state = after(opened(A), press("e"), event);
    expect(state).toMatchObject({ page: { kind: "detail", id: "a" }, focus: "a", busy: new Set() });
    const missed = after(state, { kind: "missed", what: "time", id: "a", words: "it waits a day already" });
    expect(screen(missed).join("\n")).toContain("Not given more time: it waits a day already");
  });

  it("denies, with a comment where one is typed", () => {
    expect(effects(list(A), press("d"))).toEqual([{ kind: "deny", id: "a", reason: "", stop: false }]);
    const typed = after(list(A), press("c"), ...[..."not aq"].map(press), named("backspace"));
    expect(screen(typed).join("\n")).toContain("Deny, and tell the agent: not a");
    expect(effects(typed, ENTER)).toEqual([{ kind: "deny", id: "a", reason: "not a", stop: false }]);
    expect(effects(after(typed, named("escape")), ENTER)).not.toContainEqual(expect.objectContaining({ kind: "deny" }));
  });

  it("asks why before it stops an agent", () => {
    const asked = after(list(A), press("s"));
    expect(effects(list(A), press("s"))).toEqual([]);
    expect(effects(after(asked, press("x")), ENTER)).toEqual([{ kind: "deny", id: "a", reason: "x", stop: true }]);
  });

  it("comments on the call that was chosen, whatever comes meanwhile", () => {
    const typing = after(list(A, B), press("c"), ...read(A, B, C));
    expect(effects(typing, ENTER)).toEqual([{ kind: "deny", id: "a", reason: "", stop: false }]);
    const over = after(typing, { kind: "waiting-read", approvals: [indexed(B)] });
    expect(effects(over, ENTER)).toEqual([]);
  });

  it("takes back what was allowed last, and what is chosen in the history", () => {
    const allowed = after(list(A), { kind: "decided", id: "a", words: "", allowed: true });
    expect(effects(allowed, press("u"))).toEqual([{ kind: "undo", id: "a" }]);
    expect(effects(list(A), press("u"))).toEqual([]);
    const past = [B, { ...C, state: "approved" as const }];
    const history = after(list(A), press("g"), { kind: "history-read", decided: past }, press("j"));
    expect(effects(history, press("u"))).toEqual([{ kind: "undo", id: "c" }]);
  });

  it("decides nothing while the store cannot be read, and says so", () => {
    const state = after(opened(A), PAINTED("a"), { kind: "read-failed", words: "the disk is gone" });
    expect(effects(state, press("a"), NOW + 600)).toEqual([]);
    expect(effects(state, press("d"))).toEqual([]);
    expect(screen(state).join("\n")).toContain("NOT LIVE: the disk is gone");
    expect(effects(after(state, ...read(A)), press("a"), NOW + 600)).toEqual([{ kind: "allow", id: "a" }]);
  });

  it("takes a paste for no command, and Ctrl-C for quitting everywhere", () => {
    const paste: WatchEvent = { kind: "key", key: { kind: "paste", text: "daq" } };
    expect(effects(after(opened(A), PAINTED("a")), paste, NOW + 600)).toEqual([]);
    expect(effects(after(list(A), press("c")), named("interrupt"))).toEqual([{ kind: "quit" }]);
    expect(effects(opened(A), press("q"))).toEqual([{ kind: "quit" }]);
    expect(effects(after(list(A), press("c")), press("q"))).toEqual([]);
  });
});
