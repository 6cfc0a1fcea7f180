import type { Node } from "jsonc-parser";
import type { ElicitationConfig } from "../elicitation/elicitation-config.ts";
import { hostKey } from "../hosts/settle-rules.ts";
import type { ConfigText } from "./config-text.ts";
import { didYouMean } from "./did-you-mean.ts";

const KEYS = ["url", "form"] as const;

/** `sallyport.channels.elicitation`: how the agent's own client may bring a question to its user. */
export function readElicitation(text: ConfigText, node: Node): ElicitationConfig {
  let url = false;
  let form: string[] = [];
  if (node.type !== "object") {
    text.problem(node, "`sallyport.channels.elicitation` is an object with `url` or `form` in it");
    return { url, form };
  }
  for (const { key, keyNode, value } of text.properties(node)) {
    if (key === "form") form = readClients(text, value);
    else if (key !== "url")
      text.problem(keyNode, `unknown key \`sallyport.channels.elicitation.${key}\`${didYouMean(key, KEYS)}`);
    else if (typeof value.value === "boolean") url = value.value;
    else text.problem(value, "`sallyport.channels.elicitation.url` is true or false");
  }
  return { url, form };
}

/** Names alone: everybody is nobody to trust. */
function readClients(text: ConfigText, node: Node): string[] {
  if (node.type !== "array") {
    text.problem(node, "`sallyport.channels.elicitation.form` is a list of the names of clients that you trust");
    return [];
  }
  const names = (node.children ?? []).flatMap((child) => {
    const name: unknown = child.value;
    const key = typeof name === "string" ? hostKey(name) : "";
    if (key === "") text.problem(child, "a client in `sallyport.channels.elicitation.form` is no client's name");
    return key === "" ? [] : [key];
  });
  const shown = names.map((name) => `\`${name}\``).join(", ");
  if (names.length > 0)
    text.notice(
      node,
      `forms of ${shown} decide calls: whoever comes in at the agent's door under that name can decide`,
    );
  return names;
}
