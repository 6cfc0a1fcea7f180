import type { Command } from "../keys/commands.ts";
import { useConsole } from "../state/console.ts";

/** The key that does the same, where there is one. */
export function KeyHint({ of }: { of: Command }) {
  const { settings } = useConsole();
  const keys = settings.bindings.value[of];
  if (keys === "" || (!settings.letters.value && keys.length === 1)) return null;
  return (
    <span class="key" aria-hidden="true">
      {keys}
    </span>
  );
}
