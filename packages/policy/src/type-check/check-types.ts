import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PolicyCheck, PolicyDiagnostic } from "@sallyport/contract/policies";
import type { FoundInTypes, TypeCheckRequest } from "./type-check-request.ts";

const TIMEOUT_MS = 10_000;
const MOST_DIAGNOSTICS = 20;
const OUTPUT_LIMIT = 1024 * 1024;
/** Go's garbage collector works harder as the compiler comes near this; a bound on ordinary sources, not a wall. */
const COMPILER_MEMORY = "512MiB";

export interface TypeCheck {
  outcome: PolicyCheck["types"];
  errors: PolicyDiagnostic[];
}

const NOT_CHECKED: TypeCheck = { outcome: "not_checked", errors: [] };

/** Type-checks a TypeScript policy against the author types; `not_checked` where TypeScript 7 is not installed. */
export async function checkTypes(source: string): Promise<TypeCheck> {
  const compiler = findCompiler();
  if (compiler === undefined) return NOT_CHECKED;
  const found = await checkApart({ source, ambient: await ambientTypes(), ...compiler });
  if ("unavailable" in found) return NOT_CHECKED;
  return { outcome: "checked", errors: found.diagnostics.slice(0, MOST_DIAGNOSTICS) };
}

function findCompiler(): Pick<TypeCheckRequest, "syncPath" | "fsPath"> | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    const [syncPath = "", fsPath = ""] = ["typescript/unstable/sync", "typescript/unstable/fs"].map(
      (specifier) => pathToFileURL(resolve(specifier)).href,
    );
    return { syncPath, fsPath };
  } catch {
    return undefined;
  }
}

const inSource = import.meta.url.endsWith(".ts");

/** The author types as names that are simply there: the same file that ships as `@sallyport/policy/author`. */
async function ambientTypes(): Promise<string> {
  const author = await readFile(new URL(inSource ? "../author.ts" : "./author.d.ts", import.meta.url), "utf8");
  return author.replaceAll(/^export interface /gm, "interface ").replaceAll(/^export \{\};?$/gm, "");
}

function checkApart(request: TypeCheckRequest): Promise<FoundInTypes> {
  const entry = fileURLToPath(
    new URL(inSource ? "./type-check-process.ts" : "./type-check-process.js", import.meta.url),
  );
  return new Promise((resolve) => {
    // A process group of its own, so that the compiler it starts dies with it.
    const child = spawn(process.execPath, [entry], {
      detached: true,
      env: { GOMEMLIMIT: COMPILER_MEMORY },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const kill = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group is already gone.
      }
    };
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, TIMEOUT_MS);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (output.length > OUTPUT_LIMIT) kill();
    });
    child.stdin.on("error", () => undefined);
    child.once("error", (error) => resolve({ unavailable: error.message }));
    child.once("close", (code) => {
      clearTimeout(timer);
      kill();
      if (code === 0) {
        // Our own process wrote this.
        resolve(JSON.parse(output) as FoundInTypes);
        return;
      }
      const why = late ? `did not end within ${TIMEOUT_MS / 1000} s` : "could not cope with this source";
      resolve({ diagnostics: [{ message: `the type-check ${why}: write simpler types` }] });
    });
    child.stdin.end(JSON.stringify(request));
  });
}
