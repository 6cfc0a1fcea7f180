import type { Node } from "jsonc-parser";

/** What a mount may say in the words that MCP clients have in common. */
export const MOUNT_KEYS = ["type", "command", "args", "env", "cwd", "url", "headers", "disabled", "sallyport"] as const;

/** Other clients' words for `url`. */
export const URL_ALIASES: readonly string[] = ["httpUrl", "serverUrl"];

/** What other clients write for their own screens; it means nothing here. */
export const HARMLESS_KEYS: readonly string[] = ["description", "name", "icon", "version", "gallery", "dev"];

/** Seconds in one client, milliseconds in the next, a start-up limit in a third: a guess would cut calls short. */
export const TIMEOUT_NOTICE =
  "`timeout` means something else in every client and is not used; write `sallyport.timeout_sec`";

const POLICY_DECIDES = "the policy decides what runs without asking; take it out and see `sallyport policy`";
const ALL_OR_POLICY = "which tools may run is written in the policy; take it out and see `sallyport policy`";

/** Keys somebody relies on for safety, and why they are refused: never ignored. */
const REFUSED_KEYS: ReadonlyMap<string, string> = new Map([
  ["autoApprove", POLICY_DECIDES],
  ["alwaysAllow", POLICY_DECIDES],
  ["trust", POLICY_DECIDES],
  ["tools", ALL_OR_POLICY],
  ["allowedTools", ALL_OR_POLICY],
  ["includeTools", ALL_OR_POLICY],
  ["excludeTools", ALL_OR_POLICY],
  ["disabledTools", ALL_OR_POLICY],
  ["headersHelper", `no command is ever run to fill a value; put the header in \`headers\` with \`\${VAR}\``],
  ["envFile", `it is not read; put the values in \`env\` with \`\${VAR}\``],
  ["oauth", `signing in is not supported yet; put the token in \`headers\` with \`\${VAR}\``],
  ["auth", `signing in is not supported yet; put the token in \`headers\` with \`\${VAR}\``],
  ["sandbox", "confinement is not supported yet"],
  ["sandboxEnabled", "confinement is not supported yet"],
]);

/** Why a key is refused, or undefined. Its empty form (`[]`, `{}`, `false`, `["*"]`) asks for nothing and passes. */
export function refusalOf(key: string, value: Node): string | undefined {
  const reason = REFUSED_KEYS.get(key);
  return reason === undefined || asksForNothing(value) ? undefined : reason;
}

export function isRefusable(key: string): boolean {
  return REFUSED_KEYS.has(key);
}

function asksForNothing(value: Node): boolean {
  if (value.type === "boolean") return value.value === false;
  if (value.type !== "array" && value.type !== "object") return value.type === "null";
  const [first, second] = value.children ?? [];
  return first === undefined || (value.type === "array" && second === undefined && first.value === "*");
}
