import { WireError } from "@sallyport/contract/errors";
import { afterEach, describe, expect, it } from "vitest";
import type { Child, ConnectOptions } from "./child.ts";
import { connectScripted } from "./fixtures/connect-scripted.ts";

const open: Child[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((child) => child.close()));
});

async function scripted(flags: readonly string[] = [], options: Partial<ConnectOptions> = {}): Promise<Child> {
  const child = await connectScripted(flags, options);
  open.push(child);
  return child;
}

const call = (name: string, args = {}) => ({ name, arguments: args });

describe("connectChild over stdio", () => {
  it("answers with initialize as the child gave it, unknown fields kept", async () => {
    const child = await scripted();
    expect(child.initialize).toEqual({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "scripted", version: "1" },
      unknownField: "kept",
    });
  });

  it("passes params and results verbatim, unknown fields and _meta kept both ways", async () => {
    const child = await scripted();
    const params = {
      ...call("echo", { deep: [{ ü: null }] }),
      unknown: 1,
      _meta: { progressToken: "theirs", "x/y": 2 },
    };
    expect(await child.request("tools/call", params)).toEqual({
      content: [],
      received: params,
      _meta: { "example/kept": true },
      unknownField: [1],
    });
  });

  it("rejects with the child's code, message and data, word for word", async () => {
    const child = await scripted();
    const error = await child.request("tools/call", call("fail")).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new WireError(-32050, "MCP error -32050: no such row", { row: null }));
    expect(error).toMatchObject({ code: -32050, data: { row: null } });
  });

  it("keeps a child's own -32001 apart from a time-out of ours", async () => {
    const child = await scripted();
    await expect(child.request("tools/call", call("fail-local-code"))).rejects.toMatchObject({
      name: "WireError",
      code: -32001,
    });
    await expect(child.request("tools/call", call("never"), { timeoutMs: 20 })).rejects.toMatchObject({
      name: "ConnectionError",
      fault: "timed_out",
    });
  });

  it("hears progress that arrives in one write with the response, under a token of its own", async () => {
    const child = await scripted();
    const heard: unknown[] = [];
    const result = await child.request("tools/call", call("progress"), {
      onProgress: (progress) => heard.push(progress),
    });
    expect(result).toEqual({ done: true });
    expect(heard).toEqual([
      { progress: 1, total: 2, extra: "kept" },
      { progress: 2, total: 2, extra: "kept" },
    ]);
  });

  it("hands notifications on as they came", async () => {
    const heard: unknown[] = [];
    const child = await scripted([], { onNotification: (method, params) => heard.push([method, params]) });
    await child.request("tools/call", call("log"));
    expect(heard).toEqual([["notifications/message", { level: "info", data: "one" }]]);
  });

  it("tells the child of an abort and of a time-out, and leaves no listener on the signal", async () => {
    const child = await scripted();
    const controller = new AbortController();
    const aborted = child.request("tools/call", call("never"), { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    await expect(child.request("tools/call", call("never"), { timeoutMs: 10 })).rejects.toThrow("no answer to");
    expect(await child.request("tools/call", call("cancelled"))).toEqual({ cancelled: [2, 3] });
  });

  it("fires no time-out before its time, however long it is", async () => {
    const child = await scripted();
    const result = child.request("tools/call", call("big", { bytes: 5_000_000 }), {
      timeoutMs: Number.POSITIVE_INFINITY,
    });
    expect(String((await result).text)).toHaveLength(5_000_000);
  });

  it("answers the child's own question, id 0 too, with result or error unchanged", async () => {
    const child = await scripted([], {
      onRequest: async (method, params) => {
        if (method === "elicitation/create") throw new WireError(-32042, "no form", { why: "headless" });
        return { method, params, _meta: { kept: 1 } };
      },
    });
    const asks = (method: string) => child.request("tools/call", call("ask-client", { method, params: { a: 1 } }));
    expect(await asks("sampling/createMessage")).toEqual({
      answer: { method: "sampling/createMessage", params: { a: 1 }, _meta: { kept: 1 } },
    });
    expect(await asks("elicitation/create")).toEqual({
      answer: { error: { code: -32042, message: "no form", data: { why: "headless" } } },
    });
    expect(await asks("ping")).toEqual({ answer: {} });
  });

  it("aborts the answer to a question the child cancels, id 0 too, and sends none", async () => {
    const aborted: unknown[] = [];
    const child = await scripted([], {
      onRequest: (_method, _params, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            aborted.push(signal.reason.message);
            resolve({ too: "late" });
          });
        }),
    });
    expect(await child.request("tools/call", call("ask-and-cancel"))).toEqual({ answer: "none" });
    expect(aborted).toEqual(["changed my mind"]);
  });

  it("counts garbage on stdout and goes on", async () => {
    const lines: string[] = [];
    const child = await scripted([], { onGarbage: (line) => lines.push(line) });
    expect(await child.request("tools/call", call("garbage"))).toEqual({ fine: true });
    expect(child.garbage()).toBe(5);
    expect(lines).toEqual(["hello", '{"level":"info"}', "[1,2]", '{"jsonrpc":"2.0","id":999,"result":{}}', "{broken"]);
  });

  it("counts what is not UTF-8 as garbage, fails the request that it answers at once, and goes on", async () => {
    const heard: string[] = [];
    const child = await scripted([], { onNotification: (method) => heard.push(method) });
    await expect(child.request("tools/call", call("latin1"))).rejects.toMatchObject({
      fault: "protocol",
      message: expect.stringContaining("not valid UTF-8"),
    });
    expect(child.garbage()).toBe(2);
    expect(heard).toEqual([]);
    expect(await child.request("tools/call", call("cancelled"))).toEqual({ cancelled: [] });
  });

  it("rejects an answer that is neither result nor error", async () => {
    const child = await scripted();
    await expect(child.request("tools/call", call("odd-answer"))).rejects.toMatchObject({ fault: "protocol" });
  });

  it("refuses to send what is no JSON, and goes on", async () => {
    const child = await scripted();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(child.request("tools/call", call("echo", circular))).rejects.toMatchObject({ fault: "protocol" });
    expect(await child.request("tools/call", call("cancelled"))).toEqual({ cancelled: [] });
  });

  it("refuses a child that speaks no revision of ours, and one that does not answer initialize in time", async () => {
    await expect(connectScripted(["--old"])).rejects.toThrow("the server speaks MCP `1999-01-01`");
    await expect(connectScripted(["--silent"], { initializeTimeoutMs: 300 })).rejects.toMatchObject({
      fault: "timed_out",
    });
    await expect(connectScripted(["--silent"], { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });
});
