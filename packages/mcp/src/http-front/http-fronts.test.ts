import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it, vi } from "vitest";
import { errorOf, eventsOf, firstBytes, HttpClient } from "../fixtures/http-client.ts";
import { openHttpFixture } from "../fixtures/http-door.ts";

describe("createHttpFronts before the SDK's own client", () => {
  it("shakes hands, lists, calls, tells progress, asks back, carries errors, and ends the session", async () => {
    await using door = await openHttpFixture();
    const client = new Client({ name: "host", version: "1" }, { capabilities: { roots: {} } });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///work" }] }));
    const transport = new StreamableHTTPClientTransport(new URL(door.url));
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo"]);
    expect(await client.callTool({ name: "echo", arguments: { a: 1 } })).toEqual({
      content: [{ type: "text", text: '{"a":1}' }],
    });
    const heard: unknown[] = [];
    await client.callTool({ name: "progress" }, undefined, { onprogress: (progress) => heard.push(progress) });
    expect(heard).toEqual([{ progress: 1 }]);
    expect((await client.callTool({ name: "ask" })).structuredContent).toEqual({ roots: [{ uri: "file:///work" }] });
    await expect(client.callTool({ name: "fail" })).rejects.toMatchObject({ code: -32951, data: { reason: "no" } });
    await transport.terminateSession();
    await door.opened[0]?.closed;
    await client.close();
  });

  it("gets its answer through a connection that is cut, without calling again", { timeout: 20_000 }, async () => {
    await using door = await openHttpFixture();
    const client = new Client({ name: "host", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url)));
    const answer = client.callTool({ name: "wait" });
    await vi.waitFor(() => expect(door.calls).toHaveLength(1));
    door.cutConnections();
    door.release();
    expect(await answer).toEqual({ content: [{ type: "text", text: "waited" }] });
    expect(door.calls).toEqual([{ name: "wait" }]);
    await client.close();
  });
});

describe("a session of createHttpFronts", () => {
  it("answers on a stream whose headers and first event come at once", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url);
    expect(await client.initialize()).toMatchObject({ id: "init", result: { protocolVersion: "2025-11-25" } });
    const response = await client.call(1, "wait");
    expect([response.status, response.headers.get("content-type"), response.headers.get("mcp-session-id")]).toEqual([
      200,
      "text/event-stream",
      client.headers["mcp-session-id"],
    ]);
    expect(await firstBytes(response, "\n\n")).toMatch(/^id: \d+-\d+\nretry: 1000\ndata: \n\n$/);
  });

  it("sends no event without data to a client of before 2025-11-25", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url);
    await client.initialize("2025-06-18");
    expect(await firstBytes(await client.call(1, "echo"), "\n\n")).toMatch(/^: open\n\n/);
    expect(await client.answer(2, "echo")).toMatchObject({ id: 2, result: {} });
  });

  it("keeps a silent stream alive with comments", async () => {
    await using door = await openHttpFixture({ beatMs: 10 });
    const client = new HttpClient(door.url);
    await client.initialize();
    expect(await firstBytes(await client.call(1, "wait"), ": beat\n\n: beat\n\n")).toContain(": beat");
  });

  it("says what belongs to no request on the stream of a GET, and keeps it until there is one", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url);
    await client.initialize();
    await door.opened[0]?.notify("notifications/tools/list_changed");
    const stream = await firstBytes(await client.get(), "list_changed");
    expect(stream).toMatch(/^id: 0-0\nretry: 1000\ndata: \n\nid: 0-\d+\nevent: message\ndata: \{.*list_changed/);
  });

  it("takes notifications with 202, and refuses an id that is still being answered", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url);
    await client.initialize();
    expect((await client.post({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
    await client.call(1, "wait");
    expect(await errorOf(await client.call(1, "echo"))).toEqual({ status: 400, code: -32600, id: 1 });
  });

  it("cannot be opened without `initialize`, nor used after its end", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url);
    expect(await errorOf(await client.call(1, "echo"))).toEqual({ status: 400, code: -32600, id: 1 });
    expect(await errorOf(await client.get())).toEqual({ status: 400, code: -32600, id: null });
    await client.initialize();
    expect((await client.end()).status).toBe(204);
    expect(await errorOf(await client.call(2, "echo"))).toEqual({ status: 404, code: -32001, id: null });
    await door.opened[0]?.closed;
  });

  it("is its identity's alone: another one gets what an unknown session gets", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url, "alice");
    await client.initialize();
    const other = new HttpClient(door.url, "mallory");
    other.headers["mcp-session-id"] = String(client.headers["mcp-session-id"]);
    const notFound = { status: 404, code: -32001, id: null };
    expect(await errorOf(await other.call(1, "echo"))).toEqual(notFound);
    expect(await errorOf(await other.get())).toEqual(notFound);
    expect(await errorOf(await other.end())).toEqual(notFound);
    expect(await client.answer(1, "echo")).toMatchObject({ id: 1 });
  });

  it("ends when its credential is over, and when nobody used it for long", async () => {
    await using door = await openHttpFixture({ beatMs: 20, idleBeats: 50 });
    const busy = new HttpClient(door.url, "alice");
    await busy.initialize();
    const stream = await busy.get();
    const idle = new HttpClient(door.url, "bob");
    await idle.initialize();
    await door.opened[1]?.closed;
    expect((await idle.call(1, "echo")).status).toBe(404);
    door.over.add("alice");
    await eventsOf(stream);
    await door.opened[0]?.closed;
  });

  it("gives way to a newer one of its identity when unused; one in use never does", async () => {
    await using door = await openHttpFixture({ sessionsPerIdentity: 2 });
    const client = (token: string) => new HttpClient(door.url, token);
    const [used, unused, third, fourth] = [client("alice"), client("alice"), client("alice"), client("alice")];
    await used.initialize();
    await used.call(1, "wait");
    await unused.initialize();
    await third.initialize();
    expect((await unused.call(1, "echo")).status).toBe(404);
    await third.call(1, "wait");
    expect(await errorOf(await fourth.post(INITIALIZE))).toEqual({
      status: 503,
      code: -32005,
      id: null,
    });
    expect(await client("bob").initialize()).toMatchObject({ result: {} });
  });

  it("that cannot be opened says so in the answer, and not why", async () => {
    await using door = await openHttpFixture();
    const client = new HttpClient(door.url, "unlucky");
    expect(await client.initialize()).toEqual({
      jsonrpc: "2.0",
      id: "init",
      error: { code: -32603, message: "internal error" },
    });
    expect((await client.call(1, "echo")).status).toBe(404);
  });
});

const INITIALIZE = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } };
