import type { ComponentChildren } from "preact";
import type { Command } from "../keys/commands.ts";
import { useConsole } from "../state/console.ts";
import { KeyHint } from "./key-hint.tsx";

interface ActionButtonProps {
  onPress: () => void;
  /** Why it cannot be pressed now; it stays where it is and can be reached. */
  not: string | null;
  command?: Command;
  look?: "primary" | "danger" | "plain";
  children: ComponentChildren;
}

/** A button that says why it does nothing instead of vanishing under a finger. */
export function ActionButton({ onPress, not, command, look = "plain", children }: ActionButtonProps) {
  const { announcer } = useConsole();
  return (
    <button
      type="button"
      class={`button button-${look}`}
      aria-disabled={not !== null}
      title={not ?? undefined}
      onClick={() => (not === null ? onPress() : announcer.say(`Not now: ${not}`))}
    >
      {children}
      {command !== undefined && <KeyHint of={command} />}
    </button>
  );
}
