import { dirname, isAbsolute, resolve } from "node:path";
import { specDigest } from "@sallyport/contract/mount-specs";
import type { Node } from "jsonc-parser";
import type { FilledVariable, MountSpec } from "../mount-spec.ts";
import { HARMLESS_KEYS, isRefusable, MOUNT_KEYS, refusalOf, TIMEOUT_NOTICE, URL_ALIASES } from "./client-keys.ts";
import type { ConfigText, Property } from "./config-text.ts";
import { didYouMean } from "./did-you-mean.ts";
import { readMountOptions } from "./own-options.ts";
import { readStringMap, readStrings } from "./plain-values.ts";
import { readCommand, readUrl } from "./targets.ts";
import { type Environment, fillVariables, inheritedEnvironment, UnsetVariable } from "./variables.ts";

/** How a server is reached, and what is known of how that was written. */
type Launch = Pick<MountSpec, "spec" | "digest" | "filledIn">;

const STDIO_TYPES = ["stdio", "local"];
const HTTP_TYPES = ["http", "streamable-http", "streamableHttp", "streamable_http"];

export interface MountSource {
  text: ConfigText;
  /** Of the configuration file; what is relative in it is relative to its folder. */
  path: string;
  env: Environment;
}

/** One entry of `mcpServers`, or null where it is switched off or wrong; what is wrong is noted on the text. */
export function readMount(source: MountSource, name: string, { keyNode, value }: Property): MountSpec | null {
  const { text } = source;
  if (value.type !== "object") {
    text.problem(value, `\`${name}\` is an object with \`command\` or \`url\` in it`);
    return null;
  }
  const found = new Map<string, Node>();
  for (const property of text.properties(value)) sortKey(text, found, property);

  const options = readMountOptions(text, found.get("sallyport"));
  const disabled = found.get("disabled");
  if (disabled !== undefined && disabled.type !== "boolean") text.problem(disabled, "`disabled` is true or false");
  const launch = readLaunch(source, found, keyNode);
  return launch === null || disabled?.value === true ? null : { name, ...options, ...launch };
}

function sortKey(text: ConfigText, found: Map<string, Node>, { key, keyNode, value }: Property): void {
  const refusal = refusalOf(key, value);
  if (MOUNT_KEYS.some((known) => known === key)) found.set(key, value);
  else if (URL_ALIASES.includes(key)) found.set("url", value);
  else if (refusal !== undefined) text.problem(keyNode, `\`${key}\` is refused: ${refusal}`);
  else if (key === "timeout") text.notice(keyNode, TIMEOUT_NOTICE);
  else if (!isRefusable(key) && !HARMLESS_KEYS.includes(key))
    text.problem(keyNode, `unknown key \`${key}\`${didYouMean(key, MOUNT_KEYS)}`);
}

function readLaunch(source: MountSource, found: ReadonlyMap<string, Node>, place: Node): Launch | null {
  const { text } = source;
  const type = found.get("type");
  const [command, url] = [found.get("command"), found.get("url")];
  if (command && url) {
    text.problem(url, "a server has `command` or `url`, not both");
    return null;
  }
  const kind = type === undefined ? (url ? "http" : "stdio") : type.value;
  if (kind === "sse") {
    return unstartable(
      "the old `sse` transport is not supported; if the server speaks Streamable HTTP too, write `http`",
    );
  }
  if (STDIO_TYPES.includes(kind)) return readStdio(source, found, place);
  if (HTTP_TYPES.includes(kind)) return readHttp(source, found, place);
  if (type) text.problem(type, `\`type\` is "stdio" or "http"${didYouMean(String(kind), ["stdio", "http"])}`);
  return null;
}

function readStdio(source: MountSource, found: ReadonlyMap<string, Node>, place: Node): Launch | null {
  const { text, env, path } = source;
  refuseKeys(text, found, ["url", "headers"], "stdio");
  const command = found.get("command");
  if (command === undefined) {
    text.problem(place, "`command` is missing; write the program that starts the server");
    return null;
  }
  const args = readStrings(text, "args", found.get("args"));
  const extra = readStringMap(text, "env", found.get("env"));
  for (const [name, node] of extra.places) {
    if (!/^[^=\0]+$/.test(name)) text.problem(node, `\`${name}\` is no name for an environment variable`);
  }
  const cwd = found.get("cwd");
  if (cwd !== undefined && typeof cwd.value !== "string") text.problem(cwd, "`cwd` is text");
  if (!readCommand(text, command, args)) return null;
  return filled(env, (fill) => {
    const written = {
      type: "stdio",
      command: fill(command.value),
      args: args.map(fill),
      env: Object.fromEntries(extra.entries.map(([name, value]) => [name, fill(value)])),
      ...(cwd !== undefined && { cwd: fill(String(cwd.value)) }),
    } as const;
    const program = written.command;
    const folder = written.cwd === undefined ? undefined : resolve(dirname(path), written.cwd);
    return {
      digest: specDigest(written),
      spec: {
        ...written,
        command: program.includes("/") && !isAbsolute(program) ? resolve(dirname(path), program) : program,
        env: {
          ...inheritedEnvironment(folder === undefined ? env : { ...env, PWD: folder }),
          ...written.env,
        },
        ...(folder !== undefined && { cwd: folder }),
      },
    };
  });
}

function readHttp(source: MountSource, found: ReadonlyMap<string, Node>, place: Node): Launch | null {
  const { text, env } = source;
  refuseKeys(text, found, ["command", "args", "env", "cwd"], "http");
  const url = found.get("url");
  if (url === undefined) {
    text.problem(place, "`url` is missing; write where the server listens");
    return null;
  }
  const headers = readStringMap(text, "headers", found.get("headers"));
  for (const [name, node] of headers.places) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) text.problem(node, `\`${name}\` is no name for a header`);
  }
  return filled(env, (fill) => {
    const target = readUrl(text, url, fill);
    if (target === null) return null;
    const filledHeaders = headers.entries.map(([name, value]) => [name, fill(value)] as const);
    const broken = filledHeaders.find(([, value]) => /[\r\n\0]/.test(value));
    if (broken) return unstartable(`the header \`${broken[0]}\` would hold a line break; mend its variable`);
    const spec = { type: "http", url: target, headers: Object.fromEntries(filledHeaders) } as const;
    return { spec, digest: specDigest(spec) };
  });
}

function refuseKeys(text: ConfigText, found: ReadonlyMap<string, Node>, keys: readonly string[], type: string): void {
  for (const key of keys) {
    const node = found.get(key);
    if (node) text.problem(node, `\`${key}\` means nothing to a server of type \`${type}\`; take it out`);
  }
}

function filled(
  env: Environment,
  make: (fill: (value: string) => string) => Pick<MountSpec, "spec" | "digest"> | null,
): Launch | null {
  const filledIn: FilledVariable[] = [];
  try {
    const made = make((value) => fillVariables(value, env, (variable) => filledIn.push(variable)));
    return made && { ...made, filledIn };
  } catch (error) {
    if (error instanceof UnsetVariable) return unstartable(error.message);
    throw error;
  }
}

const unstartable = (error: string): Launch => ({ spec: { type: "unstartable", error }, digest: "", filledIn: [] });
