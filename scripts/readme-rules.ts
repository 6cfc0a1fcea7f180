import type { CommandOption } from "./generated/command-options.ts";
import { CLIENTS, type ClientEntry, clientEntry } from "./readme-blocks.ts";

/** A server's README with what it has to agree with. */
export interface ServerReadme {
  folder: string;
  page: string;
  options: readonly CommandOption[];
}

const SECTIONS: Readonly<Record<string, RegExp>> = {
  "What it is handed": /^## What it is handed$/m,
  Run: /^## Run$/m,
  "Tools, or Resources": /^## (?:Tools|Resources)/m,
  Compose: /^## Compose$/m,
};

/** The command with its tour and its own order of things; its page still has to serve every client. */
const OWN_ORDER = "gateway";

/** Everything a server's README lacks or says wrongly, one line each. */
export function readmeProblems({ folder, page, options }: ServerReadme): string[] {
  const missing = folder === OWN_ORDER ? [] : Object.keys(SECTIONS).filter((name) => !SECTIONS[name]?.test(page));
  const unnamed = options
    .flatMap(({ flag, env }) => (env === undefined ? [flag] : [flag, env]))
    .filter((word) => !new RegExp(`${word}\\b`).test(page));
  return [
    ...(new RegExp(`^# @sallyport/${folder}\\n\\n\\S.*\\.\\n`).test(page)
      ? []
      : ["has no first sentence under its name"]),
    ...missing.map((name) => `has no section \`## ${name}\``),
    ...unnamed.map((word) => `does not say what \`${word}\` is`),
    ...Object.keys(CLIENTS).flatMap((client) => clientProblems(page, client, folder, options)),
  ].map((problem) => `packages/${folder}/README.md: ${problem}`);
}

function clientProblems(page: string, client: string, folder: string, options: readonly CommandOption[]): string[] {
  try {
    return entryProblems(clientEntry(page, client), folder, options).map((what) => `the block for ${client}: ${what}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function entryProblems(
  { name, command, args }: ClientEntry,
  folder: string,
  options: readonly CommandOption[],
): string[] {
  const mount = folder === OWN_ORDER ? "sallyport" : folder.replaceAll("-", "_");
  const started = [command, ...args.slice(0, 2)].join(" ");
  const unknown = args.slice(2).filter((arg) => arg.startsWith("--") && !options.some(({ flag }) => flag === arg));
  return [
    // A server with two faces is mounted under a name for each.
    ...(name === mount || name.startsWith(`${mount}_`) ? [] : [`it is called \`${name}\`, not \`${mount}\``]),
    ...(started === `npx -y @sallyport/${folder}`
      ? []
      : [`it starts \`${started}\`, not \`npx -y @sallyport/${folder}\``]),
    ...unknown.map((flag) => `there is no \`${flag}\``),
  ];
}
