import { isReservedMount, mountKey, normaliseMountName } from "@sallyport/contract/names";
import type { CompositorConfig } from "../mount-spec.ts";
import { ConfigError } from "./config-error.ts";
import { type ConfigText, type Property, parseConfigText } from "./config-text.ts";
import { didYouMean } from "./did-you-mean.ts";
import { type MountSource, readMount } from "./read-mount.ts";
import { readTopOptions, type TopOptions } from "./top-options.ts";
import { type Environment, inheritedEnvironment } from "./variables.ts";

const TOP_KEYS = ["mcpServers", "servers", "sallyport"] as const;
/** VS Code's and JSON editors' own. */
const IGNORED_TOP_KEYS: readonly string[] = ["inputs", "$schema"];

/**
 * Reads `mcpServers` (or VS Code's `servers`) as other MCP clients write it. A variable that is not set stops its mount only;
 * everything else that is wrong is thrown as one `ConfigError`.
 */
export function readConfig(input: { text: string; path: string; env: Environment }): CompositorConfig {
  const text = parseConfigText(input.path, input.text);
  const source = { text, path: input.path, env: input.env };
  const options = topOptions(source);
  const mounts = namedServers(text, serversOf(text)).flatMap(([name, server]) => readMount(source, name, server) ?? []);
  if (text.problems.length > 0) {
    throw new ConfigError(text.problems.toSorted((a, b) => a.line - b.line || a.column - b.column));
  }
  return { mounts, environment: inheritedEnvironment(input.env), notices: text.notices, ...options };
}

function topOptions(source: MountSource): TopOptions {
  const block = source.text.root.children?.find(({ children: [key] = [] }) => key?.value === "sallyport");
  return readTopOptions(source, block?.children?.[1]);
}

function serversOf(text: ConfigText): Property[] {
  const servers: Property[] = [];
  let found = false;
  for (const { key, keyNode, value } of text.properties(text.root)) {
    if (key === "sallyport") continue;
    if (key === "mcpServers" || key === "servers") {
      found = true;
      if (value.type === "object") servers.push(...text.properties(value));
      else text.problem(value, `\`${key}\` is an object of names and servers`);
    } else if (!IGNORED_TOP_KEYS.includes(key)) {
      text.problem(keyNode, `unknown key \`${key}\`${didYouMean(key, TOP_KEYS)}`);
    }
  }
  if (!found) text.problem(text.root, "there is no `mcpServers`; write the servers there, by name");
  return servers;
}

/** Names brought into form. One that is the product's own, or another's twin, is refused. */
function namedServers(text: ConfigText, servers: readonly Property[]): [string, Property][] {
  const taken = new Map<string, string>();
  return servers.flatMap((server): [string, Property][] => {
    const { key, keyNode } = server;
    const name = normaliseMountName(key);
    if (name === null) {
      text.problem(
        keyNode,
        `\`${key}\` holds nothing a mount's name can be made of; use letters, digits, \`_\` and \`-\``,
      );
      return [];
    }
    if (isReservedMount(name)) {
      text.problem(keyNode, `\`${key}\` is the name of a server of Sallyport's own; choose another`);
      return [];
    }
    const twin = taken.get(mountKey(name));
    if (twin !== undefined) {
      text.problem(keyNode, `\`${key}\` and \`${twin}\` are the same name here, \`${mountKey(name)}\`; rename one`);
      return [];
    }
    taken.set(mountKey(name), key);
    if (name !== key) text.notice(keyNode, `\`${key}\` is mounted as \`${name}\``);
    return [[name, server]];
  });
}
