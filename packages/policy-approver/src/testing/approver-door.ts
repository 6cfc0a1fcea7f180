import type { JsonObject } from "@sallyport/contract/json";
import { connectTable } from "@sallyport/mcp";
import { createChecker, listModes, loadMode, openQuickjs, startPolicy } from "@sallyport/policy";
import type { ApprovalRequest } from "@sallyport/store";
import { createMemoryStores } from "@sallyport/store/memory";
import { createPolicyApprover } from "../server.ts";

/** An approver of agent `default`, decided by `user:ann`, on a store of its own, with the real checker and modes. */
export async function openApproverDoor() {
  const stores = createMemoryStores();
  const gate = await stores.open("gate");
  const proposer = await stores.open("proposer");
  const approver = await stores.open("approver");
  const reader = await stores.open("reader");
  const engine = openQuickjs();
  const checker = createChecker({ engines: [engine] });
  const owner = await gate.instances.enter({ agent: "default", view: "agent" });
  const table = createPolicyApprover({
    ...approver,
    agent: "default",
    by: "user:ann",
    checker,
    modes: { listModes, loadMode },
  });
  const child = await connectTable(table, { info: { name: "test", version: "0" }, capabilities: {} });

  return {
    gate,
    proposer,
    reader,
    child,
    call: (name: string, args: JsonObject = {}) => child.request("tools/call", { name, arguments: args }),
    start: async (agent: string) => gate.policies.start(await startPolicy(agent)),
    /** A call of a gateway that lives asks. */
    ask: async (agent: string) => {
      const { version, digest } = await gate.policies.start(await startPolicy(agent));
      const outcome = await gate.approvals.ask(question(agent, { version, digest }, owner));
      if (!("record" in outcome)) throw new Error("no approval was made");
      return outcome.record;
    },
    close: async () => {
      await child.close();
      await checker.close();
      await engine.close();
      for (const store of [gate, proposer, approver, reader]) await store.close();
    },
  };
}

export type ApproverDoor = Awaited<ReturnType<typeof openApproverDoor>>;

export const ALLOWS = 'export default () => ({ decision: "allow" });\n';
export const BROKEN = "export default () => (\n  {{ ;\n";

export function fault(code: string, details: JsonObject = {}): JsonObject {
  return { isError: true, structuredContent: { error: { code, ...details } } };
}

function question(agent: string, policy: ApprovalRequest["policy"], owner: string): ApprovalRequest {
  return {
    agent,
    principal: "agent",
    session: "s1",
    client: { name: "an agent's host", version: "1.2" },
    name: "files_write",
    server: "files",
    tool: "write",
    tool_title: "Write a file",
    safety: "mutating",
    arguments: { path: "a.txt" },
    arguments_digest: "digest-of-arguments",
    definition_digest: "digest-of-definition",
    policy,
    rationale: "writes ask",
    options: [
      { id: "allow_once", name: "Allow once", kind: "allow_once", allows: true },
      { id: "reject_once", name: "Reject", kind: "reject_once", allows: false },
    ],
    owner,
    lifetime_ms: 60_000,
  };
}
