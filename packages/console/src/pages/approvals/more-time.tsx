import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { visibleLine } from "@sallyport/contract/visible-text";
import { ActionButton } from "../../parts/action-button.tsx";
import { useCommands } from "../../parts/use-commands.ts";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { useConsole } from "../../state/console.ts";

/** Time to think, before a call is refused for want of an answer. */
export function MoreTime({ record }: { record: ApprovalRecord }) {
  const { desk, announcer } = useConsole();
  const lost = useDisconnection();
  const not = lost ?? (desk.busy.value.has(record.approval_id) ? "your decision is on its way" : null);
  const extend = (): void =>
    void desk.extend(record).then((done) => {
      const name = visibleLine(record.name);
      announcer.say(done ? `${name} waits an hour longer` : `Not given more time: ${desk.missed.value?.words}`);
    });
  useCommands({ extend: () => (not === null ? extend() : announcer.say(`Not now: ${not}`)) });
  return (
    <ActionButton command="extend" onPress={extend} not={not}>
      1 h more
    </ActionButton>
  );
}
