// Open: every call runs unasked, also mounting servers (`compositor_admin`) and running commands (`runtime`).

export default function decide(_call: PolicyCall, _context: PolicyContext): PolicyResult {
  return { decision: "allow", rationale: "open mode allows every call" };
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
  { call: { name: "files_write" }, context: { server: "files", tool: "write" }, decision: "allow" },
  { call: { name: "files_fetch" }, context: { server: "files", tool: "fetch", safety: "network" }, decision: "allow" },
  { call: { name: "loop_yield_turn" }, context: { server: "files", tool: "yield_turn" }, decision: "allow" },
  { call: { name: "resources_write" }, context: { server: "resources", tool: "write" }, decision: "allow" },
  { call: { name: "chat_human_post" }, context: { server: "chat_human", tool: "post" }, decision: "allow" },
  { call: { name: "x" }, context: { server: "constructor", tool: "name" }, decision: "allow" },
  {
    call: { name: "compositor_admin_attach_server" },
    context: { server: "compositor_admin", tool: "attach_server" },
    decision: "allow",
  },
  {
    call: { name: "compositor_admin_detach_server" },
    context: { server: "compositor_admin", tool: "detach_server", safety: "read_only" },
    decision: "allow",
  },
  {
    call: { name: "runtime_exec" },
    context: { server: "runtime", tool: "exec", safety: "read_only" },
    decision: "allow",
  },
];
