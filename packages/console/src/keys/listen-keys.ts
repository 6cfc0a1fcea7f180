import type { Settings } from "../state/settings.ts";
import type { CommandStack } from "./command-stack.ts";
import { KeyReader } from "./key-reader.ts";

const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]";
/** What Enter, and what the space bar presses by itself. */
const PRESSED: Readonly<Record<string, string>> = {
  Enter: "a, button, summary, input, select, textarea",
  " ": "button, summary, input, select, textarea",
};

/** Hears the keys of the whole page. */
export function listenKeys(page: Document, settings: Settings, stack: CommandStack): void {
  const reader = new KeyReader();
  page.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.isComposing) return;
    const pressed = PRESSED[event.key];
    if (pressed !== undefined && target?.closest(pressed)) return;
    const inField = target !== null && target.closest(FIELDS) !== null;
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const command = reader.read({ key, ctrlKey, metaKey, altKey, repeat, inField }, event.timeStamp, {
      bindings: settings.bindings.value,
      letters: settings.letters.value,
    });
    if (command === null) return;
    // A field is left by the same key, whether or not anybody else wants it.
    if (inField && command === "back" && target instanceof HTMLElement) target.blur();
    if (stack.run(command)) event.preventDefault();
  });
}
