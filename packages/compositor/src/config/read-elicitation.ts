import type { Node } from "jsonc-parser";
import type { ElicitationConfig } from "../elicitation/elicitation-config.ts";
import type { ConfigText } from "./config-text.ts";
import { didYouMean } from "./did-you-mean.ts";

const KEYS = ["url"] as const;

/** `sallyport.channels.elicitation`: how the agent's own client may bring a question to its user. */
export function readElicitation(text: ConfigText, node: Node): ElicitationConfig {
  const elicitation: ElicitationConfig = { url: false };
  if (node.type !== "object") {
    text.problem(node, "`sallyport.channels.elicitation` is an object with `url` in it");
    return elicitation;
  }
  for (const { key, keyNode, value } of text.properties(node)) {
    if (key !== "url") {
      text.problem(keyNode, `unknown key \`sallyport.channels.elicitation.${key}\`${didYouMean(key, KEYS)}`);
    } else if (typeof value.value === "boolean") elicitation.url = value.value;
    else text.problem(value, "`sallyport.channels.elicitation.url` is true or false");
  }
  return elicitation;
}
