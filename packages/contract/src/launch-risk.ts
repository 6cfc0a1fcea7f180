import type { AttachSpec } from "./mount-specs.ts";

/** By what they steer; all in capitals, for names are compared without their case. */
const DANGEROUS_VARIABLES: readonly RegExp[] = [
  // The loader, and what the C library loads by itself.
  /^(LD|DYLD)_/,
  /^(GLIBC_TUNABLES|GCONV_PATH)$/,
  // Where programs are found, and what shells read before they begin.
  /^(PATH|PATHEXT|COMSPEC|SHELL|IFS|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|PS4|PROMPT_COMMAND|ZDOTDIR|CDPATH)$/,
  /^BASH_FUNC_/,
  // What interpreters load beside the program.
  /^(NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|BUN_OPTIONS|BUN_INSPECT.*|ELECTRON_RUN_AS_NODE)$/,
  /^PYTHON(PATH|HOME|STARTUP|USERBASE|BREAKPOINT|INSPECT|WARNINGS|EXECUTABLE|PLATLIBDIR)$/,
  /^PERL(5?LIB|5OPT|5DB|5SHELL)$/,
  /^(RUBYOPT|RUBYLIB|RUBYSHELL|GEM_HOME|GEM_PATH|BUNDLE_.*)$/,
  /^(_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|LUA_INIT.*|LUA_C?PATH.*|PHPRC|PHP_INI_SCAN_DIR)$/,
  /^(DOTNET_STARTUP_HOOKS|DOTNET_ADDITIONAL_DEPS|(COR|CORECLR|COMPLUS)_.*)$/,
  // Where launchers take a package from, and what they run on the way.
  /^(NPM_CONFIG|PNPM_CONFIG|YARN|COREPACK|PIP)_/,
  /^UV_(.*INDEX.*|FIND_LINKS|PYTHON.*|CONFIG_FILE|OVERRIDE|CONSTRAINT)$/,
  // Programs that other programs start.
  /^GIT_(.*EXEC.*|SSH.*|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|PROXY_COMMAND|TEMPLATE_DIR|CONFIG.*)$/,
  /^(SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE)$/,
];

/** True for a variable with which a program would run something that its command line does not show. */
export function isDangerousVariable(name: string): boolean {
  const folded = name.toUpperCase();
  return DANGEROUS_VARIABLES.some((pattern) => pattern.test(folded));
}

const SHELLS = /^((ba|da|z|k|mk|a|c|tc)?sh|rbash|fish|busybox|cmd|powershell|pwsh)$/;

/** Options by which a program takes code from its own command line. */
const INLINE_CODE: readonly { program: RegExp; option: RegExp }[] = [
  { program: /^(node|nodejs|bun|tsx|ts-node)$/, option: /^(-[a-z]*[epr]|--(eval|print|require|import|loader)(=.*)?)$/ },
  { program: /^deno$/, option: /^eval$/ },
  { program: /^(python|pypy)[\d.]*$/, option: /^-[A-Za-z]*c/ },
  { program: /^(perl|ruby|lua|php|osascript)[\d.]*$/, option: /^-[A-Za-z]*[eEr]/ },
  { program: /^(npx|npm|pnpm|yarn|bunx)$/, option: /^(-c|--call(=.*)?|--shell-mode)$/ },
];

/** A package of ours, or one of its bins; not every folder that has our name. */
const OWN_PROGRAM =
  /(^|[/\\])(@sallyport[/\\]|sallyport(-(agents|chat|compositor|db|loop|policy|resources|runtime)(-[a-z]+)?)?$)/;

/**
 * What in a launch may not be what it looks like, a line each for the person who is asked; empty where nothing stands
 * out. Nothing of ours hands a command line to a shell: this is about what the program itself may make of it.
 */
export function riskyLaunch(spec: AttachSpec): string[] {
  if (spec.type === "http") return [];
  const { command, args, cwd } = spec;
  const words = [command, ...args];
  const risks = words.flatMap((word, at) => [...programRisks(word, words.slice(at + 1)), ...wordRisks(word)]);
  if (!isAbsolute(command) && /[/\\]/.test(command))
    risks.push(`starts from the gateway's own folder: ${shown(command)}`);
  if (cwd !== undefined && !isAbsolute(cwd)) risks.push(`works in a folder below the gateway's own: ${shown(cwd)}`);
  if (cwd !== undefined && climbs(cwd)) risks.push(`leaves a folder with \`..\`: ${shown(cwd)}`);
  return [...new Set(risks)];
}

/** Any word may be a program: `env`, `sudo` and the like start what comes after them. */
function programRisks(word: string, after: readonly string[]): string[] {
  const program = word
    .slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|com)$/, "");
  const risks = SHELLS.test(program) ? [`starts a shell: ${shown(word)}`] : [];
  // A person's keys are among these: the approver, and a person's face of what has two.
  if (OWN_PROGRAM.test(word)) risks.push(`starts one of Sallyport's own programs: ${shown(word)}`);
  const option = INLINE_CODE.find((each) => each.program.test(program))?.option;
  const operand = after.findIndex((each) => !each.startsWith("-") && each !== "eval");
  const options = operand === -1 ? after : after.slice(0, operand);
  if (option && options.some((each) => option.test(each))) risks.push(`takes code from its arguments: ${shown(word)}`);
  return risks;
}

function wordRisks(word: string): string[] {
  const risks: string[] = [];
  const [mark] = /[;|`]|&&|\$\(/.exec(word) ?? [];
  if (mark !== undefined) risks.push(`would mean something to a shell: ${shown(word)}`);
  if (climbs(word)) risks.push(`leaves a folder with \`..\`: ${shown(word)}`);
  const [, variable] = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(word) ?? [];
  if (variable !== undefined && isDangerousVariable(variable)) risks.push(`sets \`${variable}\`: ${shown(word)}`);
  return risks;
}

const isAbsolute = (path: string) => /^([/\\]|[A-Za-z]:[/\\])/.test(path);

const climbs = (word: string) => /(^|[/\\=:])\.\.([/\\]|$)/.test(word);

const shown = (word: string) => `\`${word.length > 80 ? `${word.slice(0, 79)}…` : word}\``;
