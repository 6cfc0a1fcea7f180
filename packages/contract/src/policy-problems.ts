import { Fault } from "./faults.ts";
import type { PolicyDiagnostic } from "./policies.ts";
import { visibleLine } from "./visible-text.ts";

const SHOWN = 5;

/** The fault of a program that failed its check: every diagnostic in the details, the first few in the text. */
export function policyProblems(errors: readonly PolicyDiagnostic[], nextStep: string): Fault {
  const lines = errors.slice(0, SHOWN).map(diagnosticLine);
  if (errors.length > SHOWN) lines.push(`and ${errors.length - SHOWN} more`);
  return new Fault("invalid_policy", `the policy failed its check: ${lines.join("; ")}; ${nextStep}`, {
    errors: [...errors],
  });
}

function diagnosticLine({ message, line, column }: PolicyDiagnostic): string {
  if (line === undefined) return visibleLine(message);
  return `line ${line}${column === undefined ? "" : `, column ${column}`}: ${visibleLine(message)}`;
}
