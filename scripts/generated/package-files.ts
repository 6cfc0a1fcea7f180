import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CommandOption, commandOptions } from "./command-options.ts";
import { folderOf, isServer, type Manifest, publishedManifest } from "./published-manifest.ts";
import { COMMANDS, serverEntry } from "./server-entry.ts";

/** A server package, with what its command can be told. */
export interface ServerPackage {
  folder: string;
  manifest: Manifest;
  options: readonly CommandOption[];
}

/** A file that is made from something else. */
export interface MadeFile {
  file: string;
  text: string;
}

/** Every `package.json`, with the fields all published packages have. */
export function packageManifests(): (MadeFile & { manifest: Manifest })[] {
  return globSync("packages/*/package.json")
    .sort()
    .map((file) => {
      // Our own, written by us; what matters is checked by those who use it.
      const manifest = publishedManifest(JSON.parse(readFileSync(file, "utf8")) as Manifest);
      return { file, manifest, text: json(manifest) };
    });
}

/** Every package with a command, asked for its options; one that cannot say them hides no other. */
export function serverPackages(manifests: readonly Manifest[]): Promise<PromiseSettledResult<ServerPackage>[]> {
  return Promise.allSettled(
    manifests.filter(isServer).map(async (manifest) => {
      const folder = folderOf(manifest);
      return { folder, manifest, options: await commandOptions(folder, COMMANDS[folder] ?? []) };
    }),
  );
}

/** `server.json` of a server, for the MCP registry. */
export function registryEntry({ folder, manifest, options }: ServerPackage): MadeFile {
  return { file: `packages/${folder}/server.json`, text: json(serverEntry(manifest, options)) };
}

/** A server's README, or nothing yet. */
export function readmeOf({ folder }: ServerPackage): string {
  const file = join("packages", folder, "README.md");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
