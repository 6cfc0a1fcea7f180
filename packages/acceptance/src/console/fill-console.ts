import type { ConsoleBed } from "./console-bed.ts";

const PROPOSED = `export default (call) => {
  if (String(call.arguments.path).startsWith("/home/notes/")) return { decision: "allow", rationale: "notes" };
  return { decision: "ask" };
};
`;

/** Something on every page: calls that wait and that are over, a proposal, a second policy, servers, a message. */
export async function fillConsole(bed: ConsoleBed): Promise<void> {
  const { desk, gate, owner } = bed;
  const denied = await bed.ask({ arguments: { path: "/home/old.md", content: "x" } });
  await desk.approvals.deny({ id: denied, reason: "not this file, please", stop_agent: false, by: "user:ben" });
  const ran = await bed.ask({ arguments: { path: "/home/ok.md", content: "fine\nand dandy\n" } });
  await desk.approvals.approve({ id: ran, by: "user:ann" });
  await gate.approvals.claim(ran, owner);
  await gate.approvals.finish(ran, "done");
  await bed.ask({ arguments: { path: "/home/notes.md", content: "# Notes\n\n- milk\n- butter\n- eggs   \n" } });
  await bed.ask({
    tool: "edit_file",
    tool_title: "Edit a file",
    arguments: {
      path: "/home/a.ts",
      edits: [{ oldText: "start(80);\n", newText: "warn();\nstart(80);\n" }],
      dry: false,
    },
  });
  await bed.ask({
    server: "shell",
    tool: "run",
    tool_title: null,
    safety: "destructive",
    rationale: "commands that delete are asked for",
    arguments: {
      command: ["rm", "-rf", "./b\u202euild"],
      cwd: "/home/p\u0430ypal",
      reason: "you wished it",
      timeout_ms: 3000,
    },
  });
  const left = await bed.ask({
    server: "mail",
    tool: "send",
    tool_title: "Send",
    safety: "network",
    session: "session-2",
  });
  await gate.approvals.orphan(left, owner);
  await bed.proposer.proposals.propose({
    agent: "default",
    language: "javascript",
    title: "Let me write notes without asking",
    rationale: "You allowed it eleven times today.",
    source: PROPOSED,
  });
  await desk.policies.activate({
    agent: "default",
    language: "javascript",
    source: 'export default () => ({ decision: "ask", rationale: "everything asks" });\n',
    mode: "custom",
    non_interactive: false,
    author: "user:ann",
    reason: "to try it",
  });
  const tools = [{ name: "write_file", title: "Write a file", description: "Writes a file, whole." }];
  await bed.recordMount("files", {
    state: "running",
    initialize: { serverInfo: { name: "fs", version: "0.2.0" } },
    tools,
  });
  const words = ["looking for the other side", "it is\u200b not there"];
  await bed.recordMount("web", { state: "failed", error: "connect ECONNREFUSED 127.0.0.1:9" }, words);
  await bed.chat.chat.post({
    agent: "default",
    author: "assistant",
    mime: "text/plain",
    content: "Good morning.\n\nmay I?",
  });
}
