import { readFileSync } from "node:fs";
import type { FoundInTypes, TypeCheckRequest } from "./type-check-request.ts";

/**
 * A process for one type-check: a source can make the compiler run for ever, so it is asked where it can be killed.
 * Reads a `TypeCheckRequest` from its input and writes a `FoundInTypes`, both JSON.
 */

const CONFIG = "/policy/tsconfig.json";
const SOURCE = "/policy/policy.ts";
const CONFIG_TEXT = JSON.stringify({
  compilerOptions: {
    strict: true,
    noImplicitAny: false,
    target: "es2023",
    lib: ["es2023"],
    types: [],
    module: "esnext",
    moduleDetection: "force",
    noEmit: true,
  },
  files: ["policy.ts", "ambient.d.ts"],
});

// Our own process wrote the request.
const request = JSON.parse(readFileSync(0, "utf8")) as TypeCheckRequest;
process.stdout.write(JSON.stringify(await check(request)));

async function check({ source, ambient, syncPath, fsPath }: TypeCheckRequest): Promise<FoundInTypes> {
  const { API }: typeof import("typescript/unstable/sync") = await import(syncPath);
  const { createVirtualFileSystem }: typeof import("typescript/unstable/fs") = await import(fsPath);
  const files = { [CONFIG]: CONFIG_TEXT, [SOURCE]: source, "/policy/ambient.d.ts": ambient };
  const api = new API({ cwd: "/policy", fs: createVirtualFileSystem(files) });
  try {
    api.parseConfigFile(CONFIG);
  } catch (error) {
    return { unavailable: String(error) };
  }
  const program = api.updateSnapshot({ openProjects: [CONFIG] }).getProject(CONFIG)?.program;
  if (program === undefined) return { unavailable: "the compiler did not open the program" };
  const syntax = program.getSyntacticDiagnostics(SOURCE);
  const found = syntax.length > 0 ? syntax : program.getSemanticDiagnostics(SOURCE);
  const diagnostics = found.map(({ text, pos }) => ({ message: text, ...position(source, pos) }));
  api.close();
  return { diagnostics };
}

function position(source: string, at: number) {
  const before = source.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
