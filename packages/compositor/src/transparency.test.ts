import { WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, call, openBench, until } from "./fixtures/gate-bench.ts";

let bench: Awaited<ReturnType<typeof openBench>>;

beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const textOf = (result: JsonObject) => (result.content as { text: string }[])[0]?.text ?? "";
const told = (client: Client, method: string) => client.told.filter((note) => note.method === method);

describe("a client and a child through the compositor", () => {
  it("see each other's `_meta`, and the child never sees the client's progress token", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const result = await client.request(
      "tools/call",
      { name: "fs_echo", arguments: {}, _meta: { trace: "t1" } },
      { onProgress: () => {} },
    );
    const { _meta } = JSON.parse(textOf(result));
    expect(_meta).toMatchObject({ trace: "t1" });
  });

  it("pass progress, also what comes beside the answer", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const seen: unknown[] = [];
    const onProgress = (progress: unknown) => seen.push(progress);
    await client.request("tools/call", { name: "fs_progress", arguments: {} }, { onProgress });
    expect(seen).toMatchObject([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });

  it("name resources by front URIs on the one side and the child's own on the other", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const { resources } = await client.request("resources/list");
    expect(resources).toEqual([
      { uri: "note://fs/one", name: "one" },
      { uri: "note://fs/two", name: "two" },
    ]);
    expect(await client.request("resources/templates/list")).toEqual({
      resourceTemplates: [{ uriTemplate: "note://fs/{id}", name: "note" }],
    });
    expect(await client.request("resources/read", { uri: "note://fs/one" })).toEqual({
      contents: [{ uri: "note://fs/one", text: "read note://one" }],
    });
    expect((await call(client, "fs_link")).content).toMatchObject([
      { uri: "note://fs/one" },
      { resource: { uri: "note://fs/two" } },
    ]);
    await expect(client.request("resources/read", { uri: "note://nowhere/one" })).rejects.toMatchObject({
      code: -32002,
    });
  });

  it("tell of an updated resource under its front URI, to its subscriber only", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const other = await bench.connect();
    await client.request("resources/subscribe", { uri: "note://fs/one" });
    await until(() => told(client, "notifications/resources/updated").length > 0);
    expect(told(client, "notifications/resources/updated")).toEqual([
      { method: "notifications/resources/updated", params: { uri: "note://fs/one" } },
    ]);
    expect(told(other, "notifications/resources/updated")).toEqual([]);
    expect(await client.request("resources/unsubscribe", { uri: "note://fs/one" })).toEqual({});
  });

  it("find prompts and completions of the right child", async () => {
    void bench.compositor.mountServer("one", bench.spec());
    void bench.compositor.mountServer("two", bench.spec());
    const client = await bench.connect();
    const { prompts } = await client.request("prompts/list");
    expect(prompts).toMatchObject([{ name: "one_greet" }, { name: "two_greet" }]);
    expect(await client.request("prompts/get", { name: "two_greet" })).toMatchObject({
      messages: [{ content: { text: "prompt greet" } }],
    });
    const byPrompt = { ref: { type: "ref/prompt", name: "one_greet" }, argument: { name: "a", value: "" } };
    expect(await client.request("completion/complete", byPrompt)).toEqual({ completion: { values: ["greet"] } });
    const byUri = { ref: { type: "ref/resource", uri: "note://two/{id}" }, argument: { name: "id", value: "" } };
    expect(await client.request("completion/complete", byUri)).toEqual({ completion: { values: ["note://{id}"] } });
  });

  it("pass the log level down and each client only what it wants", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect();
    const quiet = await bench.connect();
    await quiet.request("logging/setLevel", { level: "error" });
    await client.request("logging/setLevel", { level: "debug" });
    await until(() => told(client, "notifications/message").some(({ params }) => params.data === "level debug"));
    expect(told(quiet, "notifications/message").map(({ params }) => params.data)).toEqual(["level error"]);
  });

  it("take a child's question to the session whose call it belongs to", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const answering = (name: string) => ({
      capabilities: { elicitation: {}, roots: { listChanged: true } },
      onRequest: async (method: string) => ({ method, name }),
    });
    const one = await bench.connect(answering("one"));
    const two = await bench.connect(answering("two"));
    expect(JSON.parse(textOf(await call(one, "fs_elicit")))).toEqual({ method: "elicitation/create", name: "one" });
    expect(JSON.parse(textOf(await call(two, "fs_roots")))).toEqual({ method: "roots/list", name: "two" });
    const hanging = call(one, "fs_hang").catch(() => {});
    await until(() => bench.calls().includes("hang"));
    expect(JSON.parse(textOf(await call(two, "fs_roots")))).toMatchObject({ error: { code: -32600 } });
    void hanging;
  });

  it("do not let a child ask for what the client did not declare, and pass the client's refusal on", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    const client = await bench.connect({
      capabilities: { roots: {} },
      onRequest: async () => {
        throw new WireError(-1, "no", { because: "I say so" });
      },
    });
    expect(JSON.parse(textOf(await call(client, "fs_elicit")))).toMatchObject({ error: { code: -32601 } });
    expect(JSON.parse(textOf(await call(client, "fs_roots")))).toEqual({
      error: { code: -1, message: "no", data: { because: "I say so" } },
    });
    const state = bench.compositor.snapshot().servers.fs;
    expect(state).toMatchObject({ initialize: { capabilities: { experimental: { told: { roots: {} } } } } });
  });

  it("use the child's own names where they are as is, and its instructions word for word", async () => {
    void bench.compositor.mountServer("fs", bench.spec({ INSTRUCTIONS: "use me well" }, { namesAsIs: true }));
    const client = await bench.connect();
    expect(client.initialize.instructions).toBe("use me well");
    expect(textOf(await call(client, "echo", { a: 1 }))).toBe('{"args":{"a":1}}');
    expect(await client.request("resources/read", { uri: "note://one" })).toEqual({
      contents: [{ uri: "note://one", text: "read note://one" }],
    });
  });

  it("call through `client` with the server's own names, gated like any other call", async () => {
    void bench.compositor.mountServer("fs", bench.spec());
    bench.compositor.start();
    const host = bench.compositor.client("fs");
    expect(textOf(await host.request("tools/call", { name: "echo", arguments: { a: 1 } }))).toBe('{"args":{"a":1}}');
    bench.verdict = "deny_continue";
    await expect(host.request("tools/call", { name: "echo", arguments: {} })).rejects.toMatchObject({ code: -32951 });
  });
});
