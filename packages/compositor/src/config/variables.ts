export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{([^}]*)\}/g;
const NAME = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

/** A text whose variables cannot all be filled; `message` names the first. */
export class UnsetVariable extends Error {}

/**
 * Fills `${VAR}`, `${VAR:-default}` and `${env:VAR}`, once: what a variable holds is never looked at again, and nothing
 * is ever run. Throws `UnsetVariable`.
 */
export function fillVariables(text: string, env: Environment): string {
  return text.replace(REFERENCE, (reference: string, inner: string) => {
    const [match, name, fallback] = NAME.exec(inner) ?? [];
    if (match === undefined || name === undefined) {
      throw new UnsetVariable(`\`${reference}\` cannot be filled here; write \`\${NAME}\` or \`\${NAME:-default}\``);
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (fallback !== undefined) return value || fallback;
    if (value !== undefined) return value;
    throw new UnsetVariable(`the variable \`${name}\` is not set; set it or write \`\${${name}:-default}\``);
  });
}

const PASSED_ON = ["PATH", "HOME", "LANG", "PWD", "TMPDIR", "PORT"] as const;

/** What every child is given before its own `env`; nothing else is inherited. */
export function inheritedEnvironment(env: Environment): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return passed;
}
