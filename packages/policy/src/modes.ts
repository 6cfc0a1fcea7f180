import { readFile } from "node:fs/promises";
import { type ModeId, type PolicyLanguage, START_MODE } from "@sallyport/contract/policies";

/** A mode as it is shown: `non-interactive` has no program of its own, it wraps the present one. */
export interface ModeSummary {
  id: ModeId;
  title: string;
  description: string;
}

export interface Mode extends ModeSummary {
  language: PolicyLanguage;
  source: string;
}

const MODES: readonly ModeSummary[] = [
  {
    id: "read-only",
    title: "Read only",
    description: "Tools that only read run; everything else is refused. Nobody is asked.",
  },
  {
    id: "ask-writes",
    title: "Ask before writes",
    description: "Tools that only read run; everything else waits for a person. What a new agent starts with.",
  },
  {
    id: "open",
    title: "Open",
    description: "Every call runs unasked, also mounting servers (`compositor_admin`). Everything is still recorded.",
  },
  {
    id: "deny-all",
    title: "Deny all",
    description: "Nothing runs but the product's own harmless tools.",
  },
  {
    id: "non-interactive",
    title: "Non-interactive",
    description: "Keeps the present policy, and refuses what it would ask about: for agents nobody sits beside.",
  },
];

/** The modes the product ships. */
export function listModes(): ModeSummary[] {
  return MODES.map((mode) => ({ ...mode }));
}

/**
 * A mode with its program. Throws `RangeError` for `non-interactive`, which has none: keep the present program and set
 * `non_interactive` on the new version.
 */
export async function loadMode(id: ModeId): Promise<Mode> {
  const mode = MODES.find((known) => known.id === id);
  if (mode === undefined || id === "non-interactive") {
    throw new RangeError(`mode \`${id}\` has no program of its own: set \`non_interactive\` on the present policy`);
  }
  const source = await readFile(new URL(`../library/modes/${id}.ts`, import.meta.url), "utf8");
  return { ...mode, language: "typescript", source };
}

/** What a new agent starts with, ready to be stored as its first version. */
export async function startPolicy(agent: string) {
  const { language, source } = await loadMode(START_MODE);
  return {
    agent,
    language,
    source,
    mode: START_MODE,
    non_interactive: false,
    author: "sallyport",
    reason: "what a new agent starts with",
  };
}
