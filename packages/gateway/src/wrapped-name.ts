import { basename } from "node:path";

/** Programs that fetch a package and run it: the package says what the server is, they do not. */
const PACKAGE_RUNNERS: readonly string[] = ["npx", "bunx", "pnpx", "uvx"];
/** The flags before a package's name, should it have one: `npx --package NAME`, `uvx --from NAME`. */
const PACKAGE_FLAG = /^(?:-p|--package|--from)(?:=(.*))?$/;
/** `@scope/name@version`, `name==1.2`, `name[extra]`. */
const PACKAGE = /^(?:@[^/]+\/)?([^@[\]=<>!~\s]+)/;

/** What a wrapped server would be called: after its program, or after the package that a runner such as `npx` fetches. */
export function wrappedName(command: string, args: readonly string[]): string {
  const program = basename(command).replace(/\.(?:exe|cmd)$/i, "");
  if (!PACKAGE_RUNNERS.includes(program)) return program;
  const named = packageOf(args);
  return (named === undefined ? undefined : PACKAGE.exec(named)?.[1]) ?? program;
}

function packageOf(args: readonly string[]): string | undefined {
  for (const [index, word] of args.entries()) {
    const flag = PACKAGE_FLAG.exec(word);
    if (flag !== null) return flag[1] ?? args[index + 1];
    if (!word.startsWith("-")) return word;
  }
  return undefined;
}
