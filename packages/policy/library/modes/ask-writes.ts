// Ask before writes: tools that only read run, everything else waits for a person.

/** The product's own tools that can do no harm, by server. */
const HARMLESS: Record<string, readonly string[]> = {
  loop: ["yield_turn"],
  chat_assistant: ["post", "read_pending_messages"],
  resources: [
    "list",
    "list_templates",
    "read",
    "read_blocks",
    "subscribe",
    "unsubscribe",
    "subscribe_list_changes",
    "unsubscribe_list_changes",
    "list_subscriptions",
    "save_preset",
    "apply_preset",
  ],
  policy_reader: ["decide", "decide_batch"],
  policy_proposer: ["propose_policy", "withdraw_proposal"],
};

function isHarmless({ server, tool }: PolicyContext): boolean {
  return Object.hasOwn(HARMLESS, server) && HARMLESS[server].includes(tool);
}

/** Servers that can change what the agent may reach: what they say about their safety does not count. */
const POWERFUL: readonly string[] = ["compositor_admin", "runtime"];

export default function decide(_call: PolicyCall, context: PolicyContext): PolicyResult {
  if (isHarmless(context)) return { decision: "allow", rationale: "one of the product's own harmless tools" };
  if (POWERFUL.includes(context.server)) {
    return { decision: "ask", rationale: `\`${context.server}\` can change what the agent may reach` };
  }
  if (context.safety === "read_only") return { decision: "allow", rationale: "a tool that only reads" };
  return { decision: "ask", rationale: "not known to be a tool that only reads" };
}

export const tests: PolicyTest[] = [
  { call: { name: "loop_yield_turn" }, context: { server: "loop", tool: "yield_turn" }, decision: "allow" },
  { call: { name: "chat_assistant_post" }, context: { server: "chat_assistant", tool: "post" }, decision: "allow" },
  {
    call: { name: "chat_assistant_read_pending_messages" },
    context: { server: "chat_assistant", tool: "read_pending_messages" },
    decision: "allow",
  },
  { call: { name: "resources_read" }, context: { server: "resources", tool: "read" }, decision: "allow" },
  { call: { name: "resources_subscribe" }, context: { server: "resources", tool: "subscribe" }, decision: "allow" },
  {
    call: { name: "resources_apply_preset" },
    context: { server: "resources", tool: "apply_preset" },
    decision: "allow",
  },
  { call: { name: "policy_reader_decide" }, context: { server: "policy_reader", tool: "decide" }, decision: "allow" },
  {
    call: { name: "policy_proposer_propose_policy" },
    context: { server: "policy_proposer", tool: "propose_policy" },
    decision: "allow",
  },
  {
    call: { name: "policy_proposer_withdraw_proposal" },
    context: { server: "policy_proposer", tool: "withdraw_proposal" },
    decision: "allow",
  },
  { call: { name: "files_read" }, context: { server: "files", tool: "read", safety: "read_only" }, decision: "allow" },
  { call: { name: "files_write" }, context: { server: "files", tool: "write" }, decision: "ask" },
  { call: { name: "files_fetch" }, context: { server: "files", tool: "fetch", safety: "network" }, decision: "ask" },
  { call: { name: "loop_yield_turn" }, context: { server: "files", tool: "yield_turn" }, decision: "ask" },
  { call: { name: "resources_write" }, context: { server: "resources", tool: "write" }, decision: "ask" },
  { call: { name: "chat_human_post" }, context: { server: "chat_human", tool: "post" }, decision: "ask" },
  { call: { name: "x" }, context: { server: "constructor", tool: "name" }, decision: "ask" },
  {
    call: { name: "compositor_admin_attach_server" },
    context: { server: "compositor_admin", tool: "attach_server" },
    decision: "ask",
  },
  {
    call: { name: "compositor_admin_detach_server" },
    context: { server: "compositor_admin", tool: "detach_server", safety: "read_only" },
    decision: "ask",
  },
  {
    call: { name: "runtime_exec" },
    context: { server: "runtime", tool: "exec", safety: "read_only" },
    decision: "ask",
  },
];
