import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { useCommands } from "../../parts/use-commands.ts";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { CommentForm } from "./comment-form.tsx";
import { StopDialog } from "./stop-dialog.tsx";
import { rowId } from "./triage-row.tsx";

/** The decision. Nothing here has the focus by itself, and nothing is decided before the store has it. */
export function ApprovalActions({ record, notReady }: { record: ApprovalRecord; notReady: string | null }) {
  const { desk, triage, announcer } = useConsole();
  const lost = useDisconnection();
  const [asked, setAsked] = useState<"comment" | "stop" | null>(null);
  const { approval_id: id, options } = record;
  const hindrance = lost ?? (desk.busy.value.has(id) ? "your decision is on its way" : null);
  const toAllow = hindrance ?? notReady;
  const [first, ...others] = options.filter(({ allows }) => allows);

  const settled = (done: boolean): void => {
    setAsked(null);
    if (done) {
      triage.leave(id);
      requestAnimationFrame(() => focusNext(triage.current.value));
    }
    announcer.say(
      done ? `${desk.done.value?.what} ${visibleLine(record.name)}` : `Not decided: ${desk.missed.value?.words}`,
    );
  };
  // A person may have gone on to another call that is not drawn yet.
  const isHere = (): boolean => triage.current.value === id;
  const unless = (not: string | null, act: () => void) => () => {
    const why = isHere() ? not : "the next call is not on screen yet";
    if (why === null) act();
    else announcer.say(`Not now: ${why}`);
  };
  const allow = (option?: string) => () => void desk.allow(record, option).then(settled);
  const deny = (reason: string): void => void desk.deny(record, reason).then(settled);

  useCommands({
    allow: unless(toAllow ?? (first === undefined ? "nothing allows it" : null), allow(first?.id)),
    deny: unless(hindrance, () => deny("")),
    denyWithComment: unless(hindrance, () => setAsked("comment")),
    stop: unless(hindrance, () => setAsked("stop")),
  });

  return (
    <section class="actions" aria-label="Decision">
      {asked === "comment" && <CommentForm onSend={deny} onClose={() => setAsked(null)} not={hindrance} />}
      {asked === "stop" && (
        <StopDialog
          record={record}
          not={hindrance}
          onClose={() => setAsked(null)}
          onStop={(reason) => void desk.stop(record, reason).then(settled)}
        />
      )}
      <div class="actions-buttons">
        {first !== undefined && (
          <ActionButton look="primary" command="allow" not={toAllow} onPress={allow(first.id)}>
            <Visible text={first.name} />
          </ActionButton>
        )}
        {others.map((option) => (
          <ActionButton key={option.id} not={toAllow} onPress={allow(option.id)}>
            <Visible text={option.name} />
          </ActionButton>
        ))}
        <ActionButton command="deny" not={hindrance} onPress={() => deny("")}>
          Deny
        </ActionButton>
        <ActionButton command="denyWithComment" not={hindrance} onPress={() => setAsked("comment")}>
          Deny with comment
        </ActionButton>
        <ActionButton look="danger" command="stop" not={hindrance} onPress={() => setAsked("stop")}>
          Deny and stop agent…
        </ActionButton>
      </div>
      <p class="actions-note">{toAllow === null ? " " : `To allow it: ${toAllow}.`}</p>
    </section>
  );
}

/** The focus was on what is gone now: it goes on with the person, to the list or to the detail that stands in its place. */
function focusNext(id: string | null): void {
  if (id === null || document.activeElement !== document.body) return;
  const row = document.getElementById(rowId(id));
  if (row?.checkVisibility()) row.focus();
  else document.getElementById("detail")?.focus();
}
