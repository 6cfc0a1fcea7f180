/** A policy that decides by the child's own tool name; a tool that is not named gets `otherwise`. */
export function byTool(verdicts: Record<string, string>, otherwise = "allow"): string {
  return `
const verdicts: Record<string, string> = ${JSON.stringify(verdicts)};
export default function decide(call: { name: string }, context: { tool: string }) {
  const decision = Object.hasOwn(verdicts, context.tool) ? verdicts[context.tool] : ${JSON.stringify(otherwise)};
  return { decision, rationale: "because the test says " + decision };
}
`;
}

/** A policy with this body and whatever it answers. */
export const program = (body: string) => `export default function decide(call: any, context: any): any {\n${body}\n}\n`;
