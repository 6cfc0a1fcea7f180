import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { bin, FILESYSTEM, GATEWAY } from "../harness/bins.ts";
import { byTool } from "../harness/policies.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const alone = (bed: TestBed, name: string) =>
  bed.connect({
    command: process.execPath,
    args: [bin(name)],
    env: { ...bed.environment("default"), SALLYPORT_FACE: "human" },
    cwd: bed.folder,
  });

describe.concurrent("servers and clients of other makes", () => {
  it("G17 a call waiting at the gateway is approved through the approver's own command", async () => {
    await using bed = createTestBed();
    await bed.setPolicy(byTool({ act: "ask" }));
    const client = await bed.serve({ evil: bed.evil() });
    const [reader, approver] = await Promise.all([alone(bed, "policy-reader"), alone(bed, "policy-approver")]);
    const answered = client.call("evil_act", {});
    const [record] = await bed.waiting(1);
    const { result } = await reader.request("resources/read", { uri: "approvals://pending" });
    expect(result.contents[0].text).toContain(record?.approval_id);
    const approved = await approver.call("approve", { id: record?.approval_id });
    expect(approved.result.structuredContent).toMatchObject({ state: "approved", runs: "now" });
    expect((await answered).result.content[0].text).toBe("act ran (1)");
    const twice = await approver.call("approve", { id: record?.approval_id });
    expect(twice.result).toMatchObject({ isError: true, structuredContent: { error: { code: "already_decided" } } });
  });

  it("G18 the SDK's client lists and calls, output schemas validated", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const config = bed.write("mcp.json", JSON.stringify({ mcpServers: { evil: bed.evil() } }));
    const client = new Client({ name: "a host", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [GATEWAY, "serve", "--config", config],
        env: bed.environment("default"),
        cwd: bed.folder,
        stderr: "ignore",
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["evil_act", "loop_yield_turn"]));
    expect(
      (await client.callTool({ name: "evil_structured", arguments: { a: 1, b: 2 } })).structuredContent,
    ).toMatchObject({ sum: 3 });
    expect((await client.callTool({ name: "loop_yield_turn", arguments: {} })).structuredContent).toEqual({ ok: true });
    const refused = await client.callTool({ name: "policy_proposer_withdraw_proposal", arguments: { id: "nobody" } });
    expect(refused.isError).toBe(true);
    await client.close();
  });

  it("G16 the demo plays and ends well", async () => {
    await using bed = createTestBed();
    const { code, stdout, stderr } = await bed.sallyport(["demo", "--filesystem-server", FILESYSTEM], "default", {
      NO_COLOR: "1",
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain("-32951");
    expect(stdout.split("\n").length).toBeGreaterThan(10);
  });
});
