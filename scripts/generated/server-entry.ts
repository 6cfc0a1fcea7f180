import type { CommandOption } from "./command-options.ts";
import { folderOf, type Manifest, mcpName } from "./published-manifest.ts";

/** The format that the MCP registry publishes under this address. */
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** Words a package's bin wants before its options. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = { gateway: ["serve"] };

/** Variables that have no flag, because a secret does not belong on a command line; and options a server cannot do without. */
const SECRETS: Readonly<Record<string, readonly object[]>> = {
  resources: [
    { name: "SALLYPORT_TOKEN", description: "the bearer token of the compositor", format: "string", isSecret: true },
  ],
};
const REQUIRED: ReadonlySet<string> = new Set(["SALLYPORT_COMPOSITOR"]);

/** `server.json`: how a client that finds this server in the MCP registry starts it. */
export function serverEntry(manifest: Manifest, options: readonly CommandOption[]): object {
  const folder = folderOf(manifest);
  const words = COMMANDS[folder] ?? [];
  const flags = options.filter(({ env }) => env === undefined);
  return {
    $schema: SCHEMA,
    name: mcpName(manifest),
    title: folder === "gateway" ? "Sallyport" : `Sallyport ${folder.replaceAll("-", " ")}`,
    description: manifest.description,
    version: manifest.version,
    packages: [
      {
        registryType: "npm",
        identifier: manifest.name,
        version: manifest.version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        ...filled("packageArguments", [
          ...words.map((value) => ({ type: "positional", value })),
          ...flags.map((option) => ({ type: "named", name: option.flag, ...input(option) })),
        ]),
        ...filled("environmentVariables", [
          ...options.flatMap((option) => (option.env === undefined ? [] : [{ name: option.env, ...input(option) }])),
          ...(SECRETS[folder] ?? []),
        ]),
      },
    ],
  };
}

function input({ description, value, env, choices, default: unset }: CommandOption): object {
  return {
    description,
    format: value === undefined ? "boolean" : value === "file" ? "filepath" : "string",
    ...(env !== undefined && REQUIRED.has(env) ? { isRequired: true } : {}),
    ...(choices === undefined ? {} : { choices }),
    ...(unset === undefined ? {} : { default: unset }),
  };
}

const filled = (name: string, list: readonly object[]) => (list.length === 0 ? {} : { [name]: list });
