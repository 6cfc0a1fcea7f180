import { isAbsolute } from "node:path";
import type { Node } from "jsonc-parser";
import type { ConfigText } from "./config-text.ts";
import { ownCommandRefusal } from "./own-commands.ts";

/** Notes what is wrong with a command line; true where nothing is. No shell ever reads it. */
export function readCommand(text: ConfigText, node: Node, args: readonly string[]): boolean {
  const command: unknown = node.value;
  const wrong = typeof command === "string" ? commandProblem(command, args) : "`command` is text";
  if (wrong !== undefined) text.problem(node, wrong);
  return wrong === undefined;
}

function commandProblem(command: string, args: readonly string[]): string | undefined {
  if (command.trim() === "") return "`command` is empty; write the program that starts the server";
  if (command.startsWith("~")) return `\`~\` is a shell's word and no shell reads this; write \`\${HOME}\``;
  if (/\s/.test(command) && !isAbsolute(command) && !command.includes("${")) {
    return "`command` is the program alone; put the words after it in `args`";
  }
  return ownCommandRefusal(command, args);
}

/** The URL of a server, or null where it is wrong. Only what is written is repeated, never what a variable holds. */
export function readUrl(text: ConfigText, node: Node, fill: (written: string) => string): string | null {
  const written: unknown = node.value;
  if (typeof written !== "string") {
    text.problem(node, "`url` is text");
    return null;
  }
  const url = URL.parse(fill(written));
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    text.problem(node, `\`${written}\` is no \`http:\` or \`https:\` URL`);
    return null;
  }
  if (url.username !== "" || url.password !== "") {
    text.problem(node, "a URL carries no user name or password here; put them in `headers`");
    return null;
  }
  return url.href;
}
