import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILESYSTEM } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { doorOf, enter, token, WITH_DOOR } from "./doors.ts";
import { answerOf, RawSession } from "./raw-session.ts";

describe.concurrent("a call that waits", () => {
  it("H05 is asked over stdio, approved over HTTP by the person who is named, and the file is on disk", async () => {
    await using bed = createTestBed();
    const files = { command: process.execPath, args: [FILESYSTEM, bed.folder] };
    const agent = await bed.serve({ files }, WITH_DOOR);
    const path = join(bed.folder, "written.txt");
    await eventually("its child is there", async () => (await agent.toolNames()).includes("files_write_file"));
    const written = agent.call("files_write_file", { path, content: "yes\n" });
    const [record] = await bed.waiting(1);
    const url = await doorOf(agent);
    await using ann = await enter(url, await token(bed, "human", "--user", "ann"));
    await using bob = await enter(url, await token(bed, "human", "--user", "bob"));
    const id = record?.approval_id ?? "";
    const approved = await ann.callTool({ name: "policy_approver_approve", arguments: { id } });
    expect(approved.isError ?? false).toBe(false);
    expect((await written).result.isError ?? false).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("yes\n");
    const late = await bob.callTool({ name: "policy_approver_approve", arguments: { id } });
    expect(late.structuredContent).toMatchObject({ error: { code: "already_decided", decided_by: "user:ann" } });
    expect(await bed.approval(id)).toMatchObject({ decided_by: "user:ann" });
  });

  it("H06 whose caller is cut off gives its result once, to whoever takes up where it was", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const stdio = await bed.serve({ evil: bed.evil() }, WITH_DOOR);
    await eventually("its child is there", async () => (await stdio.toolNames()).includes("evil_act"));
    const session = new RawSession(await doorOf(stdio), await token(bed, "agent"));
    await session.initialize();
    const first = await session.request(7, "tools/call", { name: "evil_act", arguments: {} });
    const [record] = await bed.waiting(1);
    const mark = await eventually("the first event", () => first.lastId());
    first.cut();
    await bed.approve(record?.approval_id ?? "");
    await eventually("it ran", () => bed.ran("act") === 1);

    const second = await session.resume(mark);
    expect((await answerOf(second, 7)).result.content[0].text).toBe("act ran (1)");
    expect(second.messages.filter(({ id }) => id === 7)).toHaveLength(1);
    const last = await eventually("its last event", () => second.lastId());
    await expect(session.resume(last)).rejects.toThrow("no stream: 400");
    expect(bed.ran("act")).toBe(1);
  });
});
