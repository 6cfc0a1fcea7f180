import { setTimeout as sleep } from "node:timers/promises";
import { createChat } from "@sallyport/chat";
import { type Compositor, createCompositor } from "@sallyport/compositor";
import { createCompositorMeta } from "@sallyport/compositor-meta";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { digestOf } from "@sallyport/contract/digests";
import type { JsonObject } from "@sallyport/contract/json";
import type { MountState } from "@sallyport/contract/mounts";
import { createChecker, createDecider, listModes, loadMode, openQuickjs, startPolicy } from "@sallyport/policy";
import { createPolicyApprover } from "@sallyport/policy-approver";
import { createPolicyReader } from "@sallyport/policy-reader";
import type { ApprovalRequest, ReaderStore } from "@sallyport/store";
import { createMemoryStores } from "@sallyport/store/memory";
import { ConsoleDoor } from "./console-door.ts";
import { fileTable } from "./file-table.ts";

const AGENT = "default";

/** What a test says of a call that asks; the rest is that of a plain write. */
export type Ask = Partial<
  Pick<ApprovalRequest, "server" | "tool" | "tool_title" | "safety" | "rationale" | "session" | "options">
> & {
  arguments?: JsonObject;
  lifetime_ms?: number;
};

/** The person's view of a store in memory, with the product's own servers in it, behind a door for browsers. */
export async function openConsoleBed() {
  const opening = new AsyncDisposableStack();
  const stores = createMemoryStores();
  const role = <Name extends Parameters<typeof stores.open>[0]>(name: Name) =>
    opening.adopt(stores.open(name), (store) => store.close());
  const [gate, reader, desk, proposer] = [role("gate"), role("reader"), role("approver"), role("proposer")];
  const [chat, meta] = [role("chat"), role("meta")];
  const engine = opening.adopt(openQuickjs(), (opened) => opened.close());
  const decider = opening.adopt(
    createDecider({ active: (id) => reader.policies.active(id), engines: [engine] }),
    (opened) => opened.close(),
  );
  const checker = opening.adopt(createChecker({ engines: [engine] }), (opened) => opened.close());
  const start = await gate.policies.start(await startPolicy(AGENT));
  const owner = await gate.instances.enter({ agent: AGENT, view: "agent" });
  const files = new Map([["/home/notes.md", "# Notes\n\n- milk\n- bread\n"]]);

  const crowd: ApprovalRecord[] = [];

  const views = new Map<string, Compositor>();
  const view = (user: string): Compositor => {
    const known = views.get(user);
    if (known !== undefined) return known;
    const compositor = opening.adopt(
      createCompositor({
        principal: "human",
        agent: AGENT,
        instance: "unrecorded",
        records: false,
        store: gate,
        environment: {},
        decider: null,
        info: { name: "sallyport", version: "0" },
        clock: Date.now,
        log: () => {},
        interactive: true,
      }),
      (opened) => opened.close(),
    );
    const face = { principal: "human", agent: AGENT } as const;
    const { timeline, policies: versions } = reader;
    const approvals: ReaderStore["approvals"] = {
      ...reader.approvals,
      pending: async (filter) => [...(await reader.approvals.pending(filter)), ...crowd],
      get: async (id) => crowd.find(({ approval_id }) => approval_id === id) ?? (await reader.approvals.get(id)),
    };
    compositor.mountInProcess(
      "policy_reader",
      createPolicyReader({
        ...reader,
        face: { ...face, approvals, timeline, versions },
        decider,
        decideForAgents: false,
      }),
    );
    compositor.mountInProcess(
      "policy_approver",
      createPolicyApprover({ ...desk, agent: AGENT, by: `user:${user}`, checker, modes: { listModes, loadMode } }),
    );
    compositor.mountInProcess("chat_human", createChat({ ...chat, face: "human", agent: AGENT }));
    compositor.mountInProcess("compositor_meta", createCompositorMeta({ ...meta, face }));
    compositor.mountInProcess("files", fileTable(files));
    views.set(user, compositor);
    return compositor;
  };

  const door = new ConsoleDoor(view);
  await door.open();
  opening.defer(() => door.shut());

  return {
    door,
    gate,
    desk,
    proposer,
    chat,
    owner,
    files,
    policy: { version: start.version, digest: start.digest },
    /** A call of an agent whose gateway lives asks. */
    async ask({ arguments: args = { path: "a.txt", content: "hello\n" }, ...more }: Ask = {}): Promise<string> {
      const server = more.server ?? "files";
      const tool = more.tool ?? "write_file";
      const outcome = await gate.approvals.ask({
        agent: AGENT,
        principal: "agent",
        session: "session-1",
        client: { name: "test-host", version: "1.4.0" },
        name: `${server}_${tool}`,
        server,
        tool,
        tool_title: "Write a file",
        safety: "mutating",
        arguments: args,
        arguments_digest: digestOf(args),
        definition_digest: digestOf({ server, tool }),
        policy: { version: start.version, digest: start.digest },
        rationale: "writing asks in this mode",
        options: [
          { id: "allow_once", name: "Allow once", kind: "allow_once", allows: true },
          { id: "reject_once", name: "Reject", kind: "reject_once", allows: false },
        ],
        owner,
        lifetime_ms: 3_600_000,
        ...more,
      });
      // Of two in one millisecond neither is older.
      await sleep(2);
      if (!("record" in outcome)) throw new Error(`asked, and got ${outcome.kind}`);
      return outcome.record.approval_id;
    },
    /** Shows copies of a call as if they waited too: no agent may have so many, and the page has to hold them all the same. */
    async crowdWith(id: string, count: number): Promise<void> {
      const record = await gate.approvals.get(id);
      if (record === null) throw new Error("there is no such call");
      for (let index = 0; index < count; index += 1) {
        const path = `file-${index}.txt`;
        crowd.push({ ...record, approval_id: `copy-${index}`, arguments: { path }, state: "orphaned" });
      }
    },
    proposals: () => reader.proposals.list({ agent: AGENT }),
    /** What a compositor of the agent's writes of a server of its configuration. */
    recordMount: (name: string, state: MountState, stderr: string[] = []) =>
      gate.mounts.record({
        agent: AGENT,
        view: "agent",
        owner,
        name,
        origin: "configured",
        pinned: false,
        spec_digest: "digest-of-spec",
        launch: {
          type: "stdio",
          command: "npx",
          args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/my notes"],
          env: ["HOME"],
        },
        state,
        sandbox: "none",
        restarts: 2,
        since: new Date().toISOString(),
        stderr,
        stderr_lines: stderr.length,
      }),
    /** As `recordMount`, of what the server has written to stderr since. */
    recordStderr: (name: string, stderr: string[]) =>
      gate.mounts.recordStderr({ agent: AGENT, view: "agent", owner, name, stderr, stderr_lines: stderr.length }),
    state: async (id: string) => (await gate.approvals.get(id))?.state,
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
}

export type ConsoleBed = Awaited<ReturnType<typeof openConsoleBed>>;
