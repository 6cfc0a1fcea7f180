import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";

const ALL = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
const everything = { command: process.execPath, args: [EVERYTHING, "stdio"] };

describe.concurrent("a child's own questions in open mode", () => {
  it("T13 elicitation reaches the client whole, and its answer the child", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const asked: unknown[] = [];
    const answer = { action: "accept", content: { name: "Ada" }, _meta: { kept: true } };
    const client = await bed.serve(
      { evil: bed.evil() },
      {
        capabilities: ALL,
        answers: {
          "elicitation/create": (params) => {
            asked.push(params);
            return answer;
          },
        },
      },
    );
    const params = { message: "who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
    const { result } = await client.call("evil_ask", { method: "elicitation/create", params });
    expect(result.structuredContent).toEqual({ result: answer });
    expect(asked).toEqual([params]);
  });

  it("T13 a client's refusal is the child's answer, code and data kept", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const refusal = { code: -1, message: "user rejected", data: { a: 1 } };
    const client = await bed.serve(
      { evil: bed.evil() },
      {
        capabilities: ALL,
        answers: {
          "elicitation/create": () => {
            throw refusal;
          },
        },
      },
    );
    const { result } = await client.call("evil_ask", {
      method: "elicitation/create",
      params: { message: "?", requestedSchema: { type: "object", properties: {} } },
    });
    expect(result.structuredContent.error).toEqual(refusal);
  });

  it("T14 sampling reaches the client through the everything server", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve(
      { everything },
      {
        capabilities: ALL,
        answers: {
          "sampling/createMessage": ({ messages }) => ({
            model: "m",
            role: "assistant",
            content: { type: "text", text: `heard ${JSON.stringify(messages)}` },
          }),
          "roots/list": () => ({ roots: [] }),
        },
      },
    );
    await eventually("it is listed", async () =>
      (await client.toolNames()).includes("everything_trigger-sampling-request"),
    );
    const { result } = await client.call("everything_trigger-sampling-request", { prompt: "say hi", maxTokens: 5 });
    expect(result.content[0].text).toContain("heard");
    expect(result.content[0].text).toContain("say hi");
  });

  it("T15 roots are the client's", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const roots = [{ uri: "file:///here", name: "here" }];
    const client = await bed.serve(
      { evil: bed.evil() },
      { capabilities: ALL, answers: { "roots/list": () => ({ roots }) } },
    );
    const { result } = await client.call("evil_ask", { method: "roots/list" });
    expect(result.structuredContent).toEqual({ result: { roots } });
    client.notify("notifications/roots/list_changed");
    await eventually("the child heard it", () =>
      bed.effects().some((effect) => effect.notification === "notifications/roots/list_changed"),
    );
  });

  it("T20 a child is told what the client can do, no more and no less", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const [able, unable] = await Promise.all([
      bed.serve({ evil: bed.evil() }, { capabilities: { sampling: {}, elicitation: { form: {} } } }),
      bed.serve({ evil: bed.evil() }, { agent: "default" }),
    ]);
    const seen = await Promise.all([able.call("evil_client", {}), unable.call("evil_client", {})]);
    expect(seen.map(({ result }) => result.structuredContent.capabilities)).toEqual([
      { sampling: {}, elicitation: { form: {} } },
      {},
    ]);
  });

  it("T20 a question the client never offered to answer does not reach it", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--ask-everyone") });
    await client.call("evil_act", {});
    const answers = () => bed.effects().filter((effect) => effect.asked !== undefined);
    await eventually("every question was answered", () => answers().length >= 6);
    expect(answers().filter((answer) => answer.error === undefined)).toEqual([]);
    expect(client.messages.filter(({ method, id }) => method !== undefined && id !== undefined)).toEqual([]);
  });
});
