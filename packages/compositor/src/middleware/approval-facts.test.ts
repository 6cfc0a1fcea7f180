import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, openBench, until } from "../fixtures/gate-bench.ts";

const TOOLS = JSON.stringify([
  { name: "plain", inputSchema: {} },
  {
    name: "titled",
    inputSchema: {},
    title: "Send\u202e a mail",
    annotations: { title: "older", destructiveHint: true },
  },
  { name: "annotated", inputSchema: {}, annotations: { title: "x".repeat(200) } },
  { name: "odd", inputSchema: {}, title: ["no text"] },
]);

let bench: Awaited<ReturnType<typeof openBench>>;
beforeEach(async () => {
  bench = await openBench();
  bench.verdict = "ask";
});
afterEach(() => bench.close());

const asked = (name: string): Promise<ApprovalRecord> =>
  until(async () => (await bench.reader.approvals.pending({})).find((record) => record.name === name));

describe("what a person is shown of a waiting call", () => {
  it("N45 names the client as it names itself, in one visible form and cut", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect({ info: { name: "Claude\u200b Code", version: "9".repeat(5000) } });
    void call(client, "fs_write").catch(() => {});
    const { client: claimed } = await asked("fs_write");
    expect(claimed).toEqual({ name: "Claude⟦U+200B⟧ Code", version: `${"9".repeat(99)}…` });
  });

  it("names no client where the product's own code made the call", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const view = await bench.compositor.connectView({ onNotification: () => {} });
    await client.request("tools/list");
    void view.request("tools/call", { name: "fs_write", arguments: {} }).catch(() => {});
    void bench.compositor
      .client("fs")
      .request("tools/call", { name: "echo", arguments: {} })
      .catch(() => {});
    expect([(await asked("fs_write")).client, (await asked("fs_echo")).client]).toEqual([null, null]);
    await view.close();
  });

  it("has the tool's title and its class, which no annotation of an unknown server makes safer or worse", async () => {
    void bench.compositor.mountServer("fs", bench.spec({ TOOLS }));
    void bench.compositor.mountServer("known", bench.spec({ TOOLS }, { trusted: true }));
    const client = await bench.connect();
    const names = ["fs_plain", "fs_titled", "fs_annotated", "fs_odd", "known_titled"];
    for (const name of names) void call(client, name).catch(() => {});
    const facts = await Promise.all(names.map(async (name) => await asked(name)));
    expect(facts.map(({ tool_title, safety }) => [tool_title, safety])).toEqual([
      [null, "mutating"],
      ["Send⟦U+202E⟧ a mail", "mutating"],
      [`${"x".repeat(99)}…`, "mutating"],
      [null, "mutating"],
      ["Send⟦U+202E⟧ a mail", "destructive"],
    ]);
  });

  it("masks a secret of the server's in the title that it gives its tool", async () => {
    const env = {
      TOKEN: "s3cr3t-value",
      TOOLS: JSON.stringify([{ name: "t", inputSchema: {}, title: "s3cr3t-value" }]),
    };
    void bench.compositor.mountServer("fs", bench.spec(env));
    void call(await bench.connect(), "fs_t").catch(() => {});
    expect((await asked("fs_t")).tool_title).toBe("[masked]");
  });
});
