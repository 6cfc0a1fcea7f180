import { describe, expect, it } from "vitest";
import { bindingsFrom, conflictOf, DEFAULT_BINDINGS } from "./commands.ts";
import { type KeyPress, KeyReader } from "./key-reader.ts";

const settings = { bindings: DEFAULT_BINDINGS, letters: true };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  inField: false,
  ...more,
});

describe("KeyReader", () => {
  it("reads one key, and one key after the other", () => {
    const reader = new KeyReader();
    const commands = ["j", "a", "g", "a", "g", "h", "?"].map((key) => reader.read(press(key), 0, settings));
    expect(commands).toEqual(["next", "allow", null, "approvals", null, "history", "help"]);
  });

  it("forgets a first key that waited too long, or was followed by another", () => {
    const reader = new KeyReader();
    expect([reader.read(press("g"), 0, settings), reader.read(press("a"), 2_000, settings)]).toEqual([null, "allow"]);
    expect(["g", "j", "a"].map((key) => reader.read(press(key), 3_000, settings))).toEqual([null, null, "allow"]);
  });

  it("leaves a field its text, and the browser its shortcuts", () => {
    const reader = new KeyReader();
    expect(reader.read(press("a", { inField: true }), 0, settings)).toBe(null);
    expect(reader.read(press("Escape", { inField: true }), 0, settings)).toBe("back");
    expect(reader.read(press("a", { ctrlKey: true }), 0, settings)).toBe(null);
  });

  it("decides nothing by a key that is held down", () => {
    const reader = new KeyReader();
    expect(reader.read(press("a", { repeat: true }), 0, settings)).toBe(null);
    expect(reader.read(press("j", { repeat: true }), 0, settings)).toBe("next");
  });

  it("hears no single letter where they are switched off", () => {
    const reader = new KeyReader();
    const off = { ...settings, letters: false };
    expect(["a", "?", "ArrowDown", "Enter"].map((key) => reader.read(press(key), 0, off))).toEqual([
      null,
      null,
      "next",
      "open",
    ]);
  });

  it("goes by a person's own keys", () => {
    const bindings = bindingsFrom({ allow: "y", deny: "", constructor: "z" });
    const reader = new KeyReader();
    expect(["y", "a", "d", "z"].map((key) => reader.read(press(key), 0, { bindings, letters: true }))).toEqual([
      "allow",
      null,
      null,
      null,
    ]);
  });
});

describe("conflictOf", () => {
  it("finds keys that are taken, whole or as a start", () => {
    expect(conflictOf(DEFAULT_BINDINGS, "allow", "d")).toBe("deny");
    expect(conflictOf(DEFAULT_BINDINGS, "allow", "g")).toBe("approvals");
    expect(conflictOf(DEFAULT_BINDINGS, "allow", "a")).toBe(undefined);
    expect(conflictOf(DEFAULT_BINDINGS, "allow", "y")).toBe(undefined);
  });
});
