import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import { type Bindings, bindingsFrom, type Command } from "../keys/commands.ts";

export type Theme = "system" | "light" | "dark";

/** What a person set up on this browser, kept there. */
export interface Settings {
  readonly theme: ReadonlySignal<Theme>;
  /** Whether single letters do anything. */
  readonly letters: ReadonlySignal<boolean>;
  readonly bindings: ReadonlySignal<Bindings>;
  setTheme(theme: Theme): void;
  setLetters(on: boolean): void;
  setKeys(command: Command, keys: string): void;
  resetKeys(): void;
}

const PLACE = "sallyport-console";

export function openSettings(storage: Pick<Storage, "getItem" | "setItem">): Settings {
  const saved = read(storage);
  const theme = signal<Theme>(saved.theme === "light" || saved.theme === "dark" ? saved.theme : "system");
  const letters = signal(saved.letters !== false);
  const keys: Signal<JsonObject> = signal(isJsonObject(saved.keys) ? saved.keys : {});

  const save = (): void => {
    try {
      storage.setItem(PLACE, JSON.stringify({ theme: theme.value, letters: letters.value, keys: keys.value }));
    } catch {
      // A browser that keeps nothing: it holds until the page is closed.
    }
  };

  return {
    theme,
    letters,
    bindings: computed(() => bindingsFrom(keys.value)),
    setTheme(wanted) {
      theme.value = wanted;
      save();
    },
    setLetters(on) {
      letters.value = on;
      save();
    },
    setKeys(command, wanted) {
      keys.value = { ...keys.value, [command]: wanted };
      save();
    },
    resetKeys() {
      keys.value = {};
      save();
    },
  };
}

function read(storage: Pick<Storage, "getItem">): JsonObject {
  try {
    const saved: unknown = JSON.parse(storage.getItem(PLACE) ?? "{}");
    return isJsonObject(saved) ? saved : {};
  } catch {
    return {};
  }
}
