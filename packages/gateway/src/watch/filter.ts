import { effectLine } from "./effect-line.ts";
import { SAFETY_WORDS, STATE_WORDS } from "./state-words.ts";
import type { WaitingApproval, WatchState } from "./watch-state.ts";

const FIELDS = ["agent", "server", "tool", "state"] as const;

/** The ids that a list shows now, in its order. */
export function listedIds({ order, filter, waiting, records }: WatchState): string[] {
  const terms = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return order.filter((id) => {
    const approval = waiting?.get(id) ?? records.get(id);
    if (approval === undefined) return false;
    const effect = effectLine(records.get(id)?.arguments ?? {});
    return terms.every((term) => fits(term, approval, effect));
  });
}

type Shown = Omit<WaitingApproval, "uri">;

/** Whether a term (`write`, `tool:write`, `state:orphaned`) is somewhere in what is shown of an approval. */
function fits(term: string, approval: Shown, effect: string): boolean {
  const field = FIELDS.find((name) => term.startsWith(`${name}:`));
  if (field === "state") return stateWords(approval).includes(term.slice("state:".length));
  if (field !== undefined) return approval[field].toLowerCase().includes(term.slice(field.length + 1));
  const { agent, server, tool, name, rationale, safety } = approval;
  const all = [agent, server, tool, name, rationale, SAFETY_WORDS[safety], stateWords(approval), effect];
  return all.join("\n").toLowerCase().includes(term);
}

const stateWords = ({ state }: Shown) =>
  `${state} ${state === "pending" ? "live " : ""}${STATE_WORDS[state]}`.toLowerCase();
