import type { Node } from "jsonc-parser";
import type { ConfigText } from "./config-text.ts";

/** A list of texts; what is none is noted. */
export function readStrings(text: ConfigText, key: string, node: Node | undefined): string[] {
  if (node === undefined) return [];
  if (node.type !== "array") {
    text.problem(node, `\`${key}\` is a list of texts`);
    return [];
  }
  return (node.children ?? []).flatMap((child) => {
    if (child.type === "string") return [String(child.value)];
    text.problem(child, `every one of \`${key}\` is text; put it in quotes`);
    return [];
  });
}

/** Names and texts, as entries: a name such as `__proto__` stays what it is. `places` is where each name stands. */
export function readStringMap(
  text: ConfigText,
  key: string,
  node: Node | undefined,
): { entries: [string, string][]; places: [string, Node][] } {
  if (node === undefined) return { entries: [], places: [] };
  if (node.type !== "object") {
    text.problem(node, `\`${key}\` is an object of texts`);
    return { entries: [], places: [] };
  }
  const properties = text.properties(node);
  for (const { key: name, value } of properties) {
    if (value.type !== "string") text.problem(value, `\`${key}.${name}\` is text; put it in quotes`);
  }
  return {
    entries: properties.map(({ key: name, value }) => [name, String(value.value)]),
    places: properties.map(({ key: name, keyNode }) => [name, keyNode]),
  };
}
