import { Fault } from "@sallyport/contract/faults";
import { READS, toolContract } from "@sallyport/contract/tools";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { connectTable } from "./connect-table.ts";
import { implement } from "./implement.ts";
import type { ListedResource, ResourceChange, ServedTable } from "./tool-table.ts";

const double = toolContract({
  name: "double",
  title: "Double",
  description: "Twice a number.",
  annotations: READS,
  input: z.strictObject({ number: z.number(), times: z.number().default(2) }),
  output: z.strictObject({ result: z.number() }),
});

const refuse = toolContract({ ...double, name: "refuse", input: z.strictObject({}) });

function table(): ServedTable & { change(change: ResourceChange): void; watchers(): number } {
  const listeners = new Set<(change: ResourceChange) => void>();
  const entry: ListedResource = { uri: "note://a", name: "a", mimeType: "text/plain" };
  return {
    info: { name: "table", version: "1.2.3" },
    instructions: "read this",
    tools: [
      implement(double, async ({ number, times }) => ({ result: number * times })),
      implement(refuse, async () => {
        throw new Fault("wrong_state", "already done; look again", { state: "done" });
      }),
    ],
    resources: {
      list: async () => [entry],
      read: async (uri) => (uri === entry.uri ? { uri, mimeType: "text/plain", text: "hello" } : null),
      watch: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    change: (change) => {
      for (const listener of listeners) listener(change);
    },
    watchers: () => listeners.size,
  };
}

const options = { info: { name: "client", version: "1" }, capabilities: {} };

describe("connectTable", () => {
  it("answers initialize with what the table is", async () => {
    const child = await connectTable(table(), options);
    expect(child.initialize).toEqual({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {}, resources: { subscribe: true, listChanged: true } },
      serverInfo: { name: "table", version: "1.2.3" },
      instructions: "read this",
    });
    await child.close();
  });

  it("lists tools with schemas whose root is an object, faults among the outputs", async () => {
    const child = await connectTable(table(), options);
    const { tools } = await child.request("tools/list");
    expect(tools).toMatchObject([
      {
        name: "double",
        title: "Double",
        annotations: READS,
        inputSchema: { type: "object", properties: { times: { default: 2 } }, required: ["number"] },
        outputSchema: {
          type: "object",
          anyOf: [{ properties: { result: { type: "number" } } }, { properties: { error: { type: "object" } } }],
        },
      },
      { name: "refuse" },
    ]);
  });

  it("calls a tool with its defaults filled in", async () => {
    const child = await connectTable(table(), options);
    expect(await child.request("tools/call", { name: "double", arguments: { number: 4 } })).toEqual({
      content: [{ type: "text", text: '{"result":8}' }],
      structuredContent: { result: 8 },
    });
  });

  it("answers a fault as an error result with its code and details", async () => {
    const child = await connectTable(table(), options);
    expect(await child.request("tools/call", { name: "refuse" })).toEqual({
      isError: true,
      content: [{ type: "text", text: "wrong_state: already done; look again" }],
      structuredContent: { error: { code: "wrong_state", message: "already done; look again", state: "done" } },
    });
  });

  it("names the path of bad input", async () => {
    const child = await connectTable(table(), options);
    const result = await child.request("tools/call", { name: "double", arguments: { number: "four", extra: 1 } });
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "invalid_input", issues: [{ path: "number" }, { path: "arguments" }] } },
    });
  });

  it("answers an unknown tool, resource, method and cursor with the protocol's codes", async () => {
    const child = await connectTable(table(), options);
    const codes = await Promise.all(
      [
        child.request("tools/call", { name: "constructor" }),
        child.request("resources/read", { uri: "note://b" }),
        child.request("resources/subscribe", { uri: "note://b" }),
        child.request("__proto__"),
        child.request("tools/list", { cursor: "2" }),
      ].map((asked) => asked.catch((error: { code: number }) => error.code)),
    );
    expect(codes).toEqual([-32602, -32002, -32002, -32601, -32602]);
  });

  it("tells of updates to what is subscribed to, of the list always, and of nothing once closed", async () => {
    const served = table();
    const heard: unknown[] = [];
    const child = await connectTable(served, {
      ...options,
      onNotification: (method, params) => heard.push([method, params]),
    });
    served.change({ kind: "updated", uri: "note://a" });
    await child.request("resources/subscribe", { uri: "note://a" });
    served.change({ kind: "updated", uri: "note://a" });
    served.change({ kind: "updated", uri: "note://other" });
    served.change({ kind: "list_changed" });
    await child.request("resources/unsubscribe", { uri: "note://a" });
    served.change({ kind: "updated", uri: "note://a" });
    await child.request("ping");
    expect(heard).toEqual([
      ["notifications/resources/updated", { uri: "note://a" }],
      ["notifications/resources/list_changed", {}],
    ]);
    await child.close();
    await child.closed;
    await expect.poll(() => served.watchers()).toBe(0);
  });

  it("tells what is relayed to a client that subscribed to nothing here", async () => {
    const served = table();
    const heard: unknown[] = [];
    const child = await connectTable(served, {
      ...options,
      onNotification: (method, params) => heard.push([method, params]),
    });
    served.change({ kind: "relayed", uri: "file://files/a" });
    await child.request("ping");
    expect(heard).toEqual([["notifications/resources/updated", { uri: "file://files/a" }]]);
    await child.close();
  });

  it("survives a listener that throws on a notification", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    const served = table();
    const child = await connectTable(served, {
      ...options,
      onNotification: () => {
        throw new Error("a bug");
      },
    });
    served.change({ kind: "list_changed" });
    expect((await child.request("tools/list")).tools).toHaveLength(2);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    await child.close();
  });
});
