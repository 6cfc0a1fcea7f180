import { WireError } from "@sallyport/contract/errors";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Child } from "./child.ts";
import { connectChild } from "./connect-child.ts";
import { type HttpFixture, startHttpServer } from "./fixtures/http-server.ts";

let server: HttpFixture;
beforeEach(async () => {
  server = await startHttpServer();
});
afterEach(() => server.close());

const client = { info: { name: "test", version: "1" }, capabilities: {} };
const call = (name: string) => ({ name, arguments: {} });

function connect(url = server.url): Promise<Child> {
  return connectChild({ type: "http", url, headers: { authorization: "Bearer secret" } }, client);
}

describe("connectChild over HTTP", () => {
  it("passes calls through, with the headers given and the agreed revision", async () => {
    const child = await connect();
    expect(child.initialize).toMatchObject({ serverInfo: { name: "http" } });
    expect(await child.request("tools/call", { ...call("echo"), unknown: 1 })).toEqual({
      received: { ...call("echo"), unknown: 1 },
      unknownField: 1,
    });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      authorization: "Bearer secret",
      "mcp-protocol-version": "2025-11-25",
    });
    await child.close();
  });

  it("carries errors unchanged", async () => {
    const child = await connect();
    const error = await child.request("tools/call", call("fail")).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new WireError(-32050, "no such row", { row: 1 }));
    await child.close();
  });

  it("hears progress and answers the server's question", async () => {
    const child = await connect();
    const heard: unknown[] = [];
    await child.request("tools/call", call("progress"), { onProgress: (progress) => heard.push(progress) });
    expect(heard).toEqual([{ progress: 1 }]);
    expect(await child.request("tools/call", call("ask"))).toEqual({ answer: {} });
    await child.close();
  });

  it("fails a call whose response ends without an answer", async () => {
    const child = await connect();
    await expect(child.request("tools/call", call("cut"))).rejects.toMatchObject({ fault: "http" });
    expect(await child.request("tools/call", call("echo"))).toMatchObject({ unknownField: 1 });
    await child.close();
  });

  it("is closed when a message passes 32 MiB", async () => {
    const child = await connect();
    await expect(child.request("tools/call", call("flood"))).rejects.toMatchObject({ fault: "closed" });
    expect(await child.closed).toMatchObject({ detail: "the server sent a message over 33554432 bytes" });
  });

  it("is closed when the server has forgotten the session", async () => {
    const child = await connect();
    server.forget();
    await expect(child.request("tools/call", call("echo"))).rejects.toMatchObject({ name: "ConnectionError" });
    expect(await child.closed).toEqual({ reason: "transport", detail: "the server ended the session" });
  });

  it("ends its session when closed", async () => {
    const child = await connect();
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us" });
    expect(server.requests.at(-1)?.method).toBe("DELETE");
  });

  it("does not follow a redirect to another origin, and keeps its headers from it", async () => {
    await expect(connect(new URL("/elsewhere", server.url).href)).rejects.toMatchObject({ fault: "http" });
  });

  it("says that nobody listens", async () => {
    await server.close();
    await expect(connect()).rejects.toMatchObject({
      fault: "http",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
