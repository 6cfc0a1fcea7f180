import type { Node } from "jsonc-parser";
import { hostKey, type SettleAfter, type SettleRules } from "../hosts/settle-rules.ts";
import type { ConfigText } from "./config-text.ts";

const LONGEST_SEC = 86_400;

/** `sallyport.settle`: "never", or seconds and "never" by the client's name, `*` for every other. */
export function readSettle(text: ConfigText, node: Node): SettleRules {
  if (node.value === "never") return { clients: new Map(), others: "never" };
  const clients = new Map<string, SettleAfter>();
  if (node.type !== "object") {
    text.problem(node, '`sallyport.settle` is "never", or an object of client names with seconds or "never"');
    return { clients };
  }
  let others: SettleAfter | undefined;
  for (const { key, keyNode, value } of text.properties(node)) {
    const name = hostKey(key);
    if (!isSettleAfter(value.value)) {
      text.problem(value, `\`sallyport.settle.${key}\` is "never", or seconds, more than 0 and at most ${LONGEST_SEC}`);
    } else if (key === "*") others = value.value;
    else if (name === "") text.problem(keyNode, `\`${key}\` is no client's name; \`*\` is every other client`);
    else if (clients.has(name)) text.problem(keyNode, `\`${key}\` is a client that is there already, \`${name}\``);
    else clients.set(name, value.value);
  }
  return { clients, ...(others !== undefined && { others }) };
}

/** True for what a configuration may say of a client: seconds, or "never". */
export function isSettleAfter(value: unknown): value is SettleAfter {
  return value === "never" || (typeof value === "number" && value > 0 && value <= LONGEST_SEC);
}
