import { describe, expect, it } from "vitest";
import { HOSTILE, indexed, NOW, waitingRecord } from "../testing/watch-records.ts";
import { frameOf } from "./frame.ts";
import { textOf } from "./styled-line.ts";
import { columnsOf } from "./text-columns.ts";
import { update } from "./update.ts";
import { startState, type WatchEvent, type WatchState } from "./watch-state.ts";

const press = (text: string): WatchEvent => ({ kind: "key", key: { kind: "text", text } });
const ENTER: WatchEvent = { kind: "key", key: { kind: "named", name: "enter" } };
const after = (state: WatchState, ...events: readonly WatchEvent[]) =>
  events.reduce((now, event) => update(now, event, NOW)[0], state);

const hostile = waitingRecord("h", {
  agent: "default",
  client: { name: HOSTILE, version: HOSTILE },
  tool: HOSTILE,
  server: "files",
  tool_title: HOSTILE,
  rationale: `${HOSTILE}\n${HOSTILE}`,
  arguments: { [HOSTILE]: HOSTILE, tabs: "\t".repeat(10_000), lines: `a${"\n".repeat(5_000)}z`, old: HOSTILE, new: "" },
  comment: HOSTILE,
});
const mount = {
  agent: "default",
  view: "agent" as const,
  owner: "gateway-1",
  name: "files",
  origin: "attached" as const,
  pinned: false,
  spec_digest: "",
  launch: { type: "stdio" as const, command: "npx", args: ["-y", "a b", HOSTILE], env: ["TOKEN"] },
  state: { state: "failed" as const, error: HOSTILE },
  sandbox: "not confined",
  restarts: 2,
  since: "2026-01-01T00:00:00.000Z",
  stderr: [],
  stderr_lines: 0,
};

function opened(columns: number, rows: number): WatchState {
  return after(
    startState("default", { columns, rows }),
    { kind: "waiting-read", approvals: [indexed(hostile), indexed(waitingRecord("b", { state: "orphaned" }))] },
    { kind: "record-read", record: hostile },
    { kind: "mounts-read", mounts: [mount] },
  );
}

const pages = (columns: number, rows: number): WatchState[] => {
  const list = opened(columns, rows);
  const history = after(list, press("g"), {
    kind: "history-read",
    decided: [{ ...hostile, state: "denied", decided_by: HOSTILE }],
  });
  const missed = after(list, { kind: "missed", what: "decision", id: "h", words: HOSTILE });
  const typing = after(list, press("c"), { kind: "key", key: { kind: "paste", text: HOSTILE.repeat(5) } });
  return [
    list,
    after(list, ENTER),
    history,
    after(list, press("?")),
    missed,
    typing,
    after(list, { kind: "read-failed", words: HOSTILE }),
  ];
};

describe("frameOf", () => {
  it("says of each waiting call who asks, what, how risky, since when and until when", () => {
    const record = waitingRecord("x", { safety: "destructive", arguments: { path: "a", text: "b\nc" } });
    const state = after(
      startState("default", { columns: 110, rows: 8 }),
      { kind: "waiting-read", approvals: [indexed(record)] },
      { kind: "record-read", record },
    );
    expect(frameOf(state, NOW).lines.map((line) => textOf(line).trimEnd())).toEqual([
      " sallyport  1 waiting  agent default",
      "> files > write_file  CAN DESTROY",
      "    default · caller waits · 60 s old · 59 min left · path: a · text: b (+1 lines)",
      "",
      "",
      "",
      "",
      "j/k  Enter open  d deny  c comment  s stop  ? keys  q quit",
    ]);
  });

  it("shows a call in full, with how its server is launched and the policy's words as such", () => {
    const record = waitingRecord("x");
    const runs = {
      ...mount,
      state: { state: "running" as const, initialize: { serverInfo: { name: "files", version: "1" } }, tools: [] },
    };
    const state = after(
      startState("default", { columns: 80, rows: 60 }),
      { kind: "waiting-read", approvals: [indexed(record)] },
      { kind: "record-read", record },
      { kind: "mounts-read", mounts: [{ ...runs, launch: { ...mount.launch, args: ["-y", "a b"] } }] },
      ENTER,
    );
    const text = frameOf(state, NOW).lines.map(textOf).join("\n");
    expect(text).toContain("asked by   agent default through an agent's host 1.2 (claimed by the client)");
    expect(text).toContain("Why you are asked (policy text, not the agent's)\nit changes something");
    expect(text).toContain("path (text, 1 line, 9 bytes)\n   1 │ notes.txt");
    expect(text).toContain("command    npx -y 'a b'");
    expect(text).toContain("variables  TOKEN");
    expect(text).toContain("says it is files 1");
    expect(frameOf(state, NOW).shows).toEqual({ id: "x", endShown: true });
  });

  it.each([
    [60, 20],
    [60, 8],
    [200, 50],
    [24, 6],
  ])("N45 fills %i columns and %i rows exactly and lets nothing through", (columns, rows) => {
    const frames = pages(columns, rows).map((state) => frameOf(state, NOW));
    expect(frames.map(({ lines }) => lines.length)).toEqual(frames.map(() => rows));
    const rowsShown = frames.flatMap(({ lines }) => lines.map(textOf));
    expect(Math.max(...rowsShown.map(columnsOf))).toBeLessThanOrEqual(columns);
    expect(rowsShown.join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  });

  it("has the end on screen only when it is scrolled to it", () => {
    const open = after(opened(60, 20), ENTER);
    expect(frameOf(open, NOW).shows).toEqual({ id: "h", endShown: false });
    const end = after(open, { kind: "key", key: { kind: "named", name: "end" } });
    expect(frameOf(end, NOW).shows).toEqual({ id: "h", endShown: true });
    expect(frameOf(end, NOW).lines.map(textOf).join("\n")).toContain("end of this call");
  });
});
