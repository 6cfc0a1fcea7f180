import type { Node } from "jsonc-parser";
import type { CompositorConfig } from "../mount-spec.ts";
import type { Denials } from "../powers.ts";
import { refuseOption } from "./own-options.ts";
import { readChannels } from "./read-channels.ts";
import type { MountSource } from "./read-mount.ts";
import { readSettle } from "./read-settle.ts";

export type TopOptions = Pick<CompositorConfig, "settle" | "denials" | "channels">;

const TOP_OPTIONS = ["settle", "denials", "channels"] as const;

/** The `sallyport` block at the top. */
export function readTopOptions(source: MountSource, block: Node | undefined): TopOptions {
  const { text } = source;
  const options: TopOptions = {};
  if (block === undefined) return options;
  if (block.type !== "object") {
    text.problem(block, "`sallyport` is an object");
    return options;
  }
  for (const { key, keyNode, value } of text.properties(block)) {
    if (key === "settle") options.settle = readSettle(text, value);
    else if (key === "denials") options.denials = readDenials(source, value);
    else if (key === "channels") options.channels = readChannels(source, value);
    else {
      const [inner] = value.type === "object" ? text.properties(value) : [];
      refuseOption(text, inner ? `sallyport.${key}.${inner.key}` : `sallyport.${key}`, key, keyNode, TOP_OPTIONS);
    }
  }
  return options;
}

/** One word for both principals, or one each. */
function readDenials({ text }: MountSource, node: Node): Partial<Record<"agent" | "human", Denials>> {
  if (isDenials(node.value)) return { agent: node.value, human: node.value };
  const denials: Partial<Record<"agent" | "human", Denials>> = {};
  const wrong = '`sallyport.denials` is "error" or "result", or says which for "agent" and "human"';
  if (node.type !== "object") text.problem(node, wrong);
  for (const { key, value } of node.type === "object" ? text.properties(node) : []) {
    if ((key === "agent" || key === "human") && isDenials(value.value)) denials[key] = value.value;
    else text.problem(value, wrong);
  }
  return denials;
}

function isDenials(value: unknown): value is Denials {
  return value === "error" || value === "result";
}
