import { approvalHistory, approvalRecord, pendingApprovals } from "@sallyport/contract/approvals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listedUris, openReaderDoor, question, type ReaderDoor, readPage } from "../testing/reader-door.ts";

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
});
afterEach(() => door.close());

const page = (id: string) => `approvals://pending/${id}`;

async function ask(agent: string) {
  const { version, digest } = await door.start(agent);
  const outcome = await door.gate.approvals.ask(question(agent, { version, digest }));
  if (outcome.kind !== "created") throw new Error(`asked, and got ${outcome.kind}`);
  return outcome.record;
}

describe("approvalPages", () => {
  it("shows an index of what waits, and the whole record of each", async () => {
    const record = await ask("default");
    const child = await door.connect("human", "default");
    const { approvals } = pendingApprovals.parse(await readPage(child, "approvals://pending"));
    expect(approvals).toEqual([
      {
        approval_id: record.approval_id,
        agent: "default",
        session: "s1",
        client: { name: "an agent's host", version: "1.2" },
        name: "files_write",
        server: "files",
        tool: "write",
        tool_title: "Write a file",
        safety: "mutating",
        rationale: "writes ask",
        state: "pending",
        created_at: record.created_at,
        expires_at: record.expires_at,
        uri: page(record.approval_id),
      },
    ]);
    expect(approvalRecord.parse(await readPage(child, page(record.approval_id)))).toEqual(record);
  });

  it("keeps what waits apart from what was decided in the history", async () => {
    const { approval_id: id } = await ask("default");
    const child = await door.connect("human", "default");
    expect(approvalHistory.parse(await readPage(child, "approvals://history"))).toMatchObject({
      pending: [{ approval_id: id }],
      decided: [],
    });
    await door.approver.approvals.deny({ id, reason: "no", stop_agent: false, by: "user:ann" });
    expect(approvalHistory.parse(await readPage(child, "approvals://history"))).toMatchObject({
      pending: [],
      decided: [{ approval_id: id, state: "denied", decided_by: "user:ann", comment: "no" }],
    });
  });

  it("N12 does not exist for an agent, not even its own", async () => {
    const { approval_id: id } = await ask("default");
    const child = await door.connect("agent", "default");
    const uris = ["approvals://pending", "approvals://history", page(id)];
    const answers = await Promise.all(uris.map((uri) => readPage(child, uri).catch(({ code }) => code)));
    expect(answers).toEqual([-32002, -32002, -32002]);
  });

  it("shows a person of one agent nothing of another's", async () => {
    const { approval_id: id } = await ask("other");
    const child = await door.connect("human", "default");
    expect(await readPage(child, "approvals://pending")).toEqual({ approvals: [] });
    expect(await readPage(child, "approvals://history")).toEqual({ pending: [], decided: [] });
    await expect(readPage(child, page(id))).rejects.toMatchObject({ code: -32002 });
  });

  it("tells a person when a call comes to wait and when it is decided, and an agent nothing", async () => {
    await door.start("default");
    const human = await door.connect("human", "default");
    const agent = await door.connect("agent", "default");
    await human.request("resources/subscribe", { uri: "approvals://pending" });
    const subscribed = await agent.request("resources/subscribe", { uri: "approvals://pending" }).catch((e) => e.code);
    const { approval_id: id } = await ask("default");
    await vi.waitFor(() =>
      expect(door.heard).toEqual([
        { method: "notifications/resources/updated", params: { uri: "approvals://pending" } },
        { method: "notifications/resources/list_changed", params: {} },
      ]),
    );
    expect(subscribed).toBe(-32002);
    expect(await listedUris(human)).toContain(page(id));
  });
});
