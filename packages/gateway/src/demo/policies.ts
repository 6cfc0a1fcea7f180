/** What the person sets first: reading is free, writing asks, moving files is never done. */
export const GUARDED = `// Reading is free, writing asks, moving files is never done.
export default function decide(call: PolicyCall, context: PolicyContext): PolicyResult {
  if (["loop", "policy_proposer"].includes(context.server)) return { decision: "allow", rationale: "the product's own" };
  if (context.tool === "move_file") return { decision: "deny_continue", rationale: "files stay where they are" };
  if (context.safety === "read_only") return { decision: "allow", rationale: "a tool that only reads" };
  return { decision: "ask", rationale: "it changes something" };
}

export const tests: PolicyTest[] = [
  { call: { name: "files_move_file" }, context: { server: "files", tool: "move_file" }, decision: "deny_continue" },
  { call: { name: "files_write_file" }, context: { server: "files", tool: "write_file" }, decision: "ask" },
];
`;

/** What the agent would rather have: writing shopping.txt is free too. */
export function proposedPolicy(path: string): string {
  const name = JSON.stringify(path);
  return GUARDED.replace(
    `  return { decision: "ask"`,
    `  if (context.tool === "write_file" && call.arguments.path === ${name}) {
    return { decision: "allow", rationale: "the shopping list" };
  }
  return { decision: "ask"`,
  ).replace(
    "];\n",
    `  { call: { name: "files_write_file", arguments: { path: ${name} } }, context: { server: "files", tool: "write_file" }, decision: "allow" },
];
`,
  );
}
