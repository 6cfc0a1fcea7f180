import { type Bindings, COMMAND_NAMES, type Command } from "./commands.ts";

/** What of a keyboard event matters here. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  /** The key goes to a field in which it is text. */
  inField: boolean;
}

/** How long the first of two keys waits for the second, in milliseconds. */
const CHORD_MS = 1_500;

/** Commands that would do harm when a held key repeats them. */
const ONCE: ReadonlySet<Command> = new Set(["allow", "deny", "denyWithComment", "stop", "undo", "select"]);

/** Keys that are no letters: they work where letters are switched off. */
const ARROWS: Readonly<Record<string, Command>> = { ArrowDown: "next", ArrowUp: "previous" };

/** Turns key presses into commands, one after the other. */
export class KeyReader {
  #first = "";
  #firstAt = 0;

  read(press: KeyPress, at: number, { bindings, letters }: { bindings: Bindings; letters: boolean }): Command | null {
    const { ctrlKey, metaKey, altKey, inField } = press;
    const key = press.key === " " ? "Space" : press.key;
    if (ctrlKey || metaKey || altKey) return null;
    if (inField) return key === bindings.back ? "back" : null;
    if (!letters && key.length === 1) return null;
    const started = at - this.#firstAt < CHORD_MS ? this.#first : "";
    const keys = started === "" ? key : `${started} ${key}`;
    this.#first = "";
    const command = COMMAND_NAMES.find((name) => bindings[name] === keys) ?? ARROWS[keys] ?? null;
    if (command !== null) return press.repeat && ONCE.has(command) ? null : command;
    if (COMMAND_NAMES.some((name) => bindings[name].startsWith(`${keys} `))) {
      this.#first = keys;
      this.#firstAt = at;
    }
    return null;
  }
}
