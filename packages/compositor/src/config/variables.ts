import type { FilledVariable } from "../mount-spec.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{([^}]*)\}/g;
const NAME = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/** A text whose variables cannot all be filled; `message` names the first. */
export class UnsetVariable extends Error {}

/**
 * Fills `${VAR}`, `${VAR:-default}` and `${env:VAR}`, once: what a variable holds is never looked at again, and nothing
 * is ever run. `onFilled` hears of each variable that was set. Throws `UnsetVariable`.
 */
export function fillVariables(
  text: string,
  env: Environment,
  onFilled: (variable: FilledVariable) => void = () => {},
): string {
  return text.replace(REFERENCE, (reference: string, inner: string) => {
    const [match, name, fallback] = NAME.exec(inner) ?? [];
    if (match === undefined || name === undefined) {
      throw new UnsetVariable(`\`${reference}\` cannot be filled here; write \`\${NAME}\` or \`\${NAME:-default}\``);
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value) onFilled({ name, value });
    if (fallback !== undefined) return value || fallback;
    if (value !== undefined) return value;
    throw new UnsetVariable(`the variable \`${name}\` is not set; set it or write \`\${${name}:-default}\``);
  });
}

export const PASSED_ON: readonly string[] = ["PATH", "HOME", "LANG", "PWD", "TMPDIR", "PORT"];

/** What every child is given before its own `env`; nothing else is inherited. */
export function inheritedEnvironment(env: Environment): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}
