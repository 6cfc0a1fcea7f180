/** What a key can do, with the key it has until a person gives it another. `g a` is one key after the other. */
export const COMMANDS = {
  next: { keys: "j", says: "Next in the list" },
  previous: { keys: "k", says: "Previous in the list" },
  open: { keys: "Enter", says: "Open, and go to the detail" },
  scroll: { keys: "Space", says: "Scroll the detail down" },
  allow: { keys: "a", says: "Allow once" },
  deny: { keys: "d", says: "Deny" },
  denyWithComment: { keys: "c", says: "Deny with a comment for the agent" },
  stop: { keys: "s", says: "Deny and stop the agent" },
  extend: { keys: "e", says: "Let it wait an hour longer" },
  undo: { keys: "u", says: "Take back the last approval, while nothing has claimed it" },
  select: { keys: "x", says: "Select for a bulk decision" },
  selectAll: { keys: "X", says: "Select all that the list shows" },
  search: { keys: "/", says: "Search" },
  showNew: { keys: "n", says: "Show what is new" },
  approvals: { keys: "g a", says: "Go to approvals" },
  history: { keys: "g h", says: "Go to history" },
  policy: { keys: "g p", says: "Go to policy" },
  mounts: { keys: "g m", says: "Go to mounts" },
  chat: { keys: "g c", says: "Go to chat" },
  timeline: { keys: "g t", says: "Go to the timeline" },
  help: { keys: "?", says: "Keys" },
  back: { keys: "Escape", says: "Back, close, or leave a field" },
} as const satisfies Record<string, { keys: string; says: string }>;

export type Command = keyof typeof COMMANDS;

/** Which keys each command has. An empty text: none. */
export type Bindings = Readonly<Record<Command, string>>;

export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[]; // the keys of the object above, which TypeScript widens

export const DEFAULT_BINDINGS: Bindings = bindingsFrom({});

/** The defaults with what a person chose instead; anything else in `chosen` is left. */
export function bindingsFrom(chosen: Readonly<Record<string, unknown>>): Bindings {
  const keysOf = (name: Command) => {
    const keys = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    return typeof keys === "string" ? keys : COMMANDS[name].keys;
  };
  const entries = COMMAND_NAMES.map((name) => [name, keysOf(name)] as const);
  return Object.fromEntries(entries) as Bindings; // one entry for each command
}

/** The command that already has these keys, or whose keys start with them or the other way round. */
export function conflictOf(bindings: Bindings, command: Command, keys: string): Command | undefined {
  const overlaps = (other: string) => other === keys || other.startsWith(`${keys} `) || keys.startsWith(`${other} `);
  return COMMAND_NAMES.find((name) => name !== command && bindings[name] !== "" && overlaps(bindings[name]));
}
