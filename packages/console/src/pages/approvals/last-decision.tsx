import { useEffect } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Ago } from "../../parts/times.tsx";
import { useCommands } from "../../parts/use-commands.ts";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { useConsole } from "../../state/console.ts";
import { STATE_WORDS } from "./state-words.ts";

/** The latest decision made here, how it stands, and the way back while there is one. */
export function LastDecision() {
  const { desk, approvals } = useConsole();
  const lost = useDisconnection();
  const done = desk.done.value;
  const state = done === null ? undefined : approvals.records.value.get(done.id)?.state;
  const id = done?.id;
  // It has left the list, and how it ends is still of interest.
  useEffect(() => (id === undefined ? undefined : approvals.follow(id)), [approvals, id]);
  const undo = (): void => {
    if (done !== null && state === "approved") void desk.takeBack(done.id, done.name);
  };
  useCommands({ undo });
  const missed = desk.missed.value;
  return (
    <div class="last-decision">
      {missed !== null && (
        <p>
          <strong>{missed.what === "time" ? "Not given more time: " : "Not decided by you: "}</strong>
          {`${missed.name}: ${missed.words}`}
        </p>
      )}
      {done !== null && (
        <p>
          <strong>{`${CAPITAL[done.what]} `}</strong>
          {`${done.name} `}
          <Ago time={new Date(done.at).toISOString()} />
          {`: ${state === undefined || state === "approved" || done.what !== "allowed" ? done.words : STATE_WORDS[state]}`}
        </p>
      )}
      {done !== null && done.what === "allowed" && (
        <ActionButton command="undo" onPress={undo} not={lost ?? undoHindrance(state)}>
          Undo
        </ActionButton>
      )}
    </div>
  );
}

const CAPITAL = { allowed: "Allowed", denied: "Denied", stopped: "Denied and stopped", "taken back": "Took back" };

function undoHindrance(state: keyof typeof STATE_WORDS | undefined): string | null {
  return state === "approved" ? null : `it is too late: ${state === undefined ? "gone" : STATE_WORDS[state]}`;
}
