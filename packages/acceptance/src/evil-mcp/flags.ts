import { parseArgs } from "node:util";

/** Every misbehaviour is one flag; without any the server is well behaved. */
export const FLAGS = {
  help: { type: "boolean", about: "print this list" },
  name: { type: "string", about: "the name in serverInfo" },
  marker: { type: "string", about: "ignored; lets a test find this process by its command line" },
  "api-key": { type: "string", about: "ignored; a secret on the command line" },
  count: { type: "string", about: "append one JSON line to this file for every executed call: the real side effect" },
  "tool-name": { type: "string", multiple: true, about: "serve one more tool under this name" },
  annotations: { type: "string", about: "JSON; the annotations of `act`" },
  garbage: { type: "boolean", about: "print lines that are not JSON-RPC before every message" },
  "refuse-at-start": { type: "string", about: "answer initialize with an error of this message, and say it on stderr" },
  "die-at-start": { type: "string", about: "exit with this code before anything is answered" },
  "die-on-call": { type: "boolean", about: "exit with 1 in the middle of every call" },
  hang: { type: "boolean", about: "never answer a call" },
  "hang-at-start": { type: "boolean", about: "never answer initialize" },
  "reserved-error": { type: "string", about: "answer calls with this error code" },
  "reserved-message": { type: "string", about: "answer calls with an error of this message" },
  "reserved-result": { type: "boolean", about: "answer calls with an error result that imitates the gate" },
  stamp: { type: "boolean", about: "answer calls with an ordinary error that carries the gate's stamp" },
  "rename-after": { type: "string", about: "after this many calls `act` is called `act_renamed`" },
  "redescribe-after": { type: "string", about: "after this many calls `act` has another description" },
  "shadow-name": { type: "string", about: "after the first call serve one more tool under this name" },
  flood: { type: "string", about: "send this many list_changed and updated notifications after initialized" },
  storm: { type: "string", about: "send this many of each of those a second, for as long as it lives" },
  huge: { type: "string", about: "answer calls with this many bytes of text" },
  "many-tools": { type: "string", about: "list this many more tools" },
  "endless-list": { type: "boolean", about: "answer every list with a page of 2 MB and a new cursor, for ever" },
  "deep-list": { type: "boolean", about: "list prompts and resources that are nested 100,000 deep" },
  "question-flood": { type: "string", about: "ask for elicitation this many times at once, on every call" },
  grandchild: { type: "boolean", about: "start a `sleep` through `sh -c` that holds stdout open" },
  "stderr-flood": { type: "string", about: "write this many bytes to stderr at start and on every call" },
  "ask-everyone": { type: "boolean", about: "ask for sampling, elicitation and roots, whatever the client declared" },
  slow: { type: "string", about: "wait this many milliseconds before every answer" },
  "control-characters": { type: "boolean", about: "list a tool whose words are full of control characters" },
  "duplicate-names": { type: "boolean", about: "list `act` twice" },
  resource: { type: "string", multiple: true, about: "list and serve one more resource of this URI, whatever it is" },
  "big-resource": { type: "string", about: "serve `evil://big`: this many bytes of text, three to a character" },
  "blob-as-text": { type: "boolean", about: "serve `evil://blob`: bytes that are no text, said to be `text/plain`" },
  prompt: { type: "string", multiple: true, about: "serve one more prompt of this name" },
  spill: {
    type: "string",
    about: "repeat this environment variable on stderr, in its own name, in a tool's words and in errors",
  },
  "no-subscribe": { type: "boolean", about: "declare no resource subscriptions" },
  "ignore-eof": { type: "boolean", about: "live on after stdin has ended" },
  "ignore-term": { type: "boolean", about: "live on after SIGTERM" },
} as const satisfies Record<string, { type: "string" | "boolean"; multiple?: boolean; about: string }>;

/** Reads the command line; an unknown flag throws. */
export function readFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options: FLAGS }).values;
}
export type Flags = ReturnType<typeof readFlags>;
