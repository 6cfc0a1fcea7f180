import { useState } from "preact/hooks";
import { COMMAND_NAMES, COMMANDS, type Command, conflictOf } from "../keys/commands.ts";
import { useConsole } from "../state/console.ts";
import { ActionButton } from "./action-button.tsx";
import { Dialog } from "./dialog.tsx";

/** Every key, and other keys for who wants them. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { settings } = useConsole();
  return (
    <Dialog
      title="Keys"
      onClose={onClose}
      actions={
        <>
          <ActionButton onPress={onClose} not={null}>
            Close
          </ActionButton>
          <ActionButton onPress={settings.resetKeys} not={null}>
            Back to the usual keys
          </ActionButton>
        </>
      }
    >
      <label class="check">
        <input
          type="checkbox"
          checked={settings.letters.value}
          onChange={(event) => settings.setLetters(event.currentTarget.checked)}
        />
        Single letters do something (arrow keys, Enter and Escape always do)
      </label>
      <p class="dim">Two keys one after the other are written with a space: g a. An empty field switches a key off.</p>
      <ul class="keys">
        {COMMAND_NAMES.map((name) => (
          <KeyField key={name} command={name} />
        ))}
      </ul>
    </Dialog>
  );
}

function KeyField({ command }: { command: Command }) {
  const { settings } = useConsole();
  const [problem, setProblem] = useState<string | null>(null);
  const keys = settings.bindings.value[command];
  function change(field: HTMLInputElement): void {
    const wanted = field.value.trim();
    const taken = wanted === "" ? undefined : conflictOf(settings.bindings.value, command, wanted);
    setProblem(taken === undefined ? null : `taken: ${COMMANDS[taken].says}`);
    if (taken === undefined) settings.setKeys(command, wanted);
    else field.value = keys;
  }
  return (
    <li>
      <label>
        <span>{COMMANDS[command].says}</span>
        <input type="text" size={8} value={keys} spellcheck={false} onChange={(event) => change(event.currentTarget)} />
      </label>
      {problem !== null && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </li>
  );
}
