import { principalKind } from "@sallyport/contract/principals";
import type { Node } from "jsonc-parser";
import { MOUNT_DEFAULTS, type MountSpec } from "../mount-spec.ts";
import type { ConfigText } from "./config-text.ts";
import { didYouMean } from "./did-you-mean.ts";

type MountOptions = Omit<MountSpec, "name" | "spec" | "digest" | "filledIn">;

const MOUNT_OPTIONS = ["trusted", "visible_to", "names", "pinned", "timeout_sec"] as const;

/** Written for safety and not built yet: refused, never ignored. */
const UNSUPPORTED = [
  "policy",
  "enforcement",
  "retry",
  "engine",
  "defaults",
  "approvals",
  "denials",
  "settle",
  "hosts",
  "tools",
] as const;

/** The `sallyport` block of a mount. */
export function readMountOptions(text: ConfigText, block: Node | undefined): MountOptions {
  const options: MountOptions = { ...MOUNT_DEFAULTS };
  if (block === undefined) return options;
  if (block.type !== "object") {
    text.problem(block, "`sallyport` is an object");
    return options;
  }
  for (const { key, keyNode, value } of text.properties(block)) {
    if (key === "trusted" || key === "pinned") {
      if (typeof value.value === "boolean") options[key] = value.value;
      else text.problem(value, `\`sallyport.${key}\` is true or false`);
    } else if (key === "names") {
      if (value.value === "as_is" || value.value === "prefixed") options.namesAsIs = value.value === "as_is";
      else text.problem(value, '`sallyport.names` is "prefixed" or "as_is"');
    } else if (key === "timeout_sec") {
      if (typeof value.value === "number" && value.value > 0 && value.value <= 86_400) options.timeoutSec = value.value;
      else text.problem(value, "`sallyport.timeout_sec` is a number of seconds, more than 0 and at most 86400");
    } else if (key === "visible_to") {
      const kinds = principalKind
        .array()
        .min(1)
        .safeParse(value.children?.map((child) => child.value));
      if (value.type === "array" && kinds.success) options.visibleTo = [...new Set(kinds.data)];
      else text.problem(value, '`sallyport.visible_to` is a list of "agent" and "human", with at least one of them');
    } else {
      refuseOption(text, `sallyport.${key}`, key, keyNode, MOUNT_OPTIONS);
    }
  }
  return options;
}

/** Notes an option that is not known, or not built: nothing that is written is ignored. */
export function refuseOption(
  text: ConfigText,
  path: string,
  key: string,
  keyNode: Node,
  known: readonly string[],
): void {
  const message = UNSUPPORTED.some((name) => name === key)
    ? `\`${path}\` is not supported yet and is never ignored; take it out`
    : `unknown key \`${path}\`${didYouMean(key, [...known, ...UNSUPPORTED])}`;
  text.problem(keyNode, message);
}
