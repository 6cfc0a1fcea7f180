import { emitKeypressEvents, type Interface } from "node:readline";

/** One key, or a text that was pasted: a paste is text wherever it lands, never commands. */
export type Key = { kind: "text"; text: string } | { kind: "named"; name: KeyName } | { kind: "paste"; text: string };

const NAMES = {
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  pageup: "page up",
  pagedown: "page down",
  home: "home",
  end: "end",
  return: "enter",
  enter: "enter",
  escape: "escape",
  backspace: "backspace",
  delete: "delete",
} as const;
const CONTROLS = { a: "home", c: "interrupt", e: "end", h: "backspace", u: "erase line", w: "erase word" } as const;

type KeyName = (typeof NAMES)[keyof typeof NAMES] | (typeof CONTROLS)[keyof typeof CONTROLS];

/** How long what follows an Escape may take to be part of the same key, in milliseconds. */
const ESCAPE_MS = 50;

/** What Node says of a key press. */
interface KeyPress {
  name?: string;
  ctrl?: boolean;
  meta?: boolean;
}

/** Reads keys from a terminal in raw mode until the returned function is called. */
export function readKeys(input: NodeJS.ReadableStream, onKey: (key: Key) => void): () => void {
  let pasted: string | null = null;
  const hear = (text: string | undefined, press: KeyPress): void => {
    if (press.name === "paste-start") {
      pasted = "";
    } else if (press.name === "paste-end") {
      if (pasted !== null) onKey({ kind: "paste", text: pasted });
      pasted = null;
    } else if (pasted !== null) {
      pasted += text ?? "";
    } else {
      const key = keyOf(text, press);
      if (key !== null) onKey(key);
    }
  };
  // Nothing else of an interface is read; without it a lone Escape would take half a second.
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  input.on("keypress", hear);
  return () => input.off("keypress", hear);
}

function keyOf(text: string | undefined, { name, ctrl, meta }: KeyPress): Key | null {
  if (ctrl) return name !== undefined && isIn(CONTROLS, name) ? { kind: "named", name: CONTROLS[name] } : null;
  if (name !== undefined && isIn(NAMES, name)) return { kind: "named", name: NAMES[name] };
  return meta || text === undefined || /\p{Cc}/u.test(text) ? null : { kind: "text", text };
}

function isIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}
