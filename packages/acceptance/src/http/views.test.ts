import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { doorOf, enter, refusal, token, toolNames, WITH_DOOR } from "./doors.ts";

describe.concurrent("the views behind the HTTP door", () => {
  it("H01 an agent's token has the agent's view, the same as on stdio, and nothing of the approver's", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const stdio = await bed.serve({ evil: bed.evil() }, WITH_DOOR);
    await using agent = await enter(await doorOf(stdio), await token(bed, "agent"));
    await eventually("its child is there", async () => (await toolNames(agent)).includes("evil_act"));
    expect(await toolNames(agent)).toEqual((await stdio.toolNames()).toSorted());
    expect((await toolNames(agent)).filter((name) => /approver|chat_human|policy_reader/.test(name))).toEqual([]);
    const { resources } = await agent.listResources();
    expect(resources.filter(({ uri }) => uri.includes("approvals"))).toEqual([]);

    const unknown = await refusal(agent.callTool({ name: "policy_approver_no_such", arguments: { id: "x" } }));
    const approver = await refusal(agent.callTool({ name: "policy_approver_approve", arguments: { id: "x" } }));
    expect(JSON.stringify(approver)).toBe(JSON.stringify(unknown).replaceAll("no_such", "approve"));
    expect(approver.code).toBe(-32602);

    void stdio.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const rests = ["pending", "history", `pending/${record?.approval_id}`];
    const uris = rests.flatMap((rest) => [`approvals://policy_reader/${rest}`, `approvals://${rest}`]);
    const refused = await Promise.all(uris.map((uri) => refusal(agent.readResource({ uri }))));
    expect(refused.map(({ code }) => code)).toEqual(uris.map(() => -32002));
    await refusal(agent.subscribeResource({ uri: "approvals://policy_reader/pending" }));
  });

  it("H02 a human's token has the person's view, and nothing of the agent's", async () => {
    await using bed = createTestBed();
    const stdio = await bed.serve({ evil: bed.evil() }, WITH_DOOR);
    await using person = await enter(await doorOf(stdio), await token(bed, "human"));
    const mine = /^(?:chat_human|compositor_admin|policy_approver|policy_reader|resources)_/;
    expect(await toolNames(person)).toContain("policy_approver_approve");
    expect((await toolNames(person)).filter((name) => !mine.test(name))).toEqual([]);
    const { contents } = await person.readResource({ uri: "approvals://policy_reader/pending" });
    expect(contents).toHaveLength(1);
    for (const name of ["loop_yield_turn", "evil_act", "chat_assistant_post"])
      expect(await refusal(person.callTool({ name, arguments: {} }))).toMatchObject({ code: -32602 });
    expect(bed.ran("act")).toBe(0);
  });

  it("N18 what an agent was shown is kept from every cache, and the person who asks next is shown their own", async () => {
    await using bed = createTestBed();
    const url = await doorOf(await bed.serve({ evil: bed.evil() }, WITH_DOOR));
    const [agents, humans] = [await token(bed, "agent"), await token(bed, "human")];
    const initialize = (bearer: string) =>
      fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${bearer}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
        },
        body: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`,
      });
    const answer = await initialize(agents);
    await answer.body?.cancel();
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
    await using agent = await enter(url, agents);
    await using person = await enter(url, humans);
    await using again = await enter(url, agents);
    const lists = await Promise.all([agent, person, again].map(toolNames));
    expect(lists[0]).toEqual(lists[2]);
    expect(lists[0]).toContain("loop_yield_turn");
    expect(lists[1]).not.toContain("loop_yield_turn");
  });
});
