import { effect, type ReadonlySignal, untracked } from "@preact/signals";
import { visibleLine } from "@sallyport/contract/visible-text";
import type { Announcer } from "./announcer.ts";
import type { Approvals } from "./approvals.ts";

/** When a call has less than this left, a person is told at once, in milliseconds. */
const LAST_CALL_MS = 60_000;

/** Tells what came to wait, and what is about to end, whatever page is shown. Each once. */
export function watchApprovals(approvals: Approvals, now: ReadonlySignal<number>, announcer: Announcer): void {
  let known: ReadonlySet<string> | null = null;
  const warned = new Set<string>();

  effect(() => {
    const waiting = approvals.waiting.value.value;
    if (waiting === null) return;
    const before = known;
    known = new Set(waiting.map(({ approval_id: id }) => id));
    const came = before === null ? [] : waiting.filter(({ approval_id: id }) => !before.has(id));
    const [first] = came;
    if (first === undefined) return;
    const words =
      came.length === 1
        ? `1 new approval: agent ${first.agent} wants ${visibleLine(first.name)}`
        : `${came.length} new approvals`;
    untracked(() => announcer.say(words));
  });

  effect(() => {
    for (const { approval_id: id, name, expires_at } of approvals.waiting.value.value ?? []) {
      const left = Date.parse(expires_at) - now.value;
      // Given more time, its end is told again.
      if (left > LAST_CALL_MS) warned.delete(id);
      if (left > LAST_CALL_MS || warned.has(id)) continue;
      warned.add(id);
      untracked(() => announcer.sayAtOnce(`Less than a minute left to decide on ${visibleLine(name)}`));
    }
  });
}
