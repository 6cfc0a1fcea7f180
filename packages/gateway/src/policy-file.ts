import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { EXIT } from "@sallyport/contract/exit-codes";
import { POLICY_SOURCE_LIMIT, type PolicyLanguage } from "@sallyport/contract/policies";
import { CommandFailure } from "./command-failure.ts";

export interface PolicyFile {
  path: string;
  language: PolicyLanguage;
  source: string;
}

const LANGUAGES: ReadonlyMap<string, PolicyLanguage> = new Map([
  [".ts", "typescript"],
  [".mts", "typescript"],
  [".js", "javascript"],
  [".mjs", "javascript"],
  [".py", "python"],
]);

/** A policy program from disk; its extension says the language. */
export async function readPolicyFile(file: string, cwd: string): Promise<PolicyFile> {
  const language = LANGUAGES.get(extname(file));
  if (language === undefined) {
    throw new CommandFailure(EXIT.usage, `\`${file}\` is no policy file; name it \`.ts\` or \`.js\``);
  }
  const path = resolve(cwd, file);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(EXIT.usage, `cannot read \`${file}\` (${error.code ?? error.message}); check the path`);
  });
  if (bytes.length > POLICY_SOURCE_LIMIT) {
    throw new CommandFailure(EXIT.config, `\`${file}\` is over ${POLICY_SOURCE_LIMIT / 1024} KiB; make it smaller`);
  }
  return { path: file, language, source: new TextDecoder("utf-8", { fatal: false }).decode(bytes) };
}
