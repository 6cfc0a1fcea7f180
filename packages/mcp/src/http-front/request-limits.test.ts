import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { errorOf, eventsOf, HttpClient } from "../fixtures/http-client.ts";
import { type HttpDoorFixture, openHttpFixture } from "../fixtures/http-door.ts";
import { HTTP_LIMITS } from "./limits.ts";

const MIB = 1024 * 1024;

async function opened(door: HttpDoorFixture, token?: string): Promise<HttpClient> {
  const client = new HttpClient(door.url, token);
  await client.initialize();
  return client;
}

/** Sends a body without saying how large it is, and answers the status. */
function sendChunks(door: HttpDoorFixture, client: HttpClient, chunks: number, chunk: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(door.url, { method: "POST", headers: client.headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    let left = chunks;
    const write = (): void => {
      while (left > 0) {
        left -= 1;
        if (!sent.write(chunk)) {
          sent.once("drain", write);
          return;
        }
      }
      sent.end();
    };
    write();
  });
}

/** Makes a call, and reads no more of the answer than that there is one. */
async function askAndReadNothing(door: HttpDoorFixture, client: HttpClient): Promise<Socket> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "large" } });
  const headers = { host: `127.0.0.1:${door.port}`, "content-length": String(body.length), ...client.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(door.port, "127.0.0.1").on("error", () => {});
  socket.write(["POST /mcp HTTP/1.1", ...lines, "", body].join("\r\n"));
  await once(socket, "data");
  return socket.pause();
}

describe("what createHttpFronts does not take", () => {
  it("N07: headers that say another thing than the body", async () => {
    await using door = await openHttpFixture();
    const client = await opened(door);
    const mismatch = { status: 400, code: -32020, id: 1 };
    const asked = (headers: Record<string, string>) => client.call(1, "rm", { headers });
    expect(await errorOf(await asked({ "mcp-name": "read" }))).toEqual(mismatch);
    expect(await errorOf(await asked({ "mcp-method": "tools/list" }))).toEqual(mismatch);
    expect(await errorOf(await asked({ "mcp-name": "=?base64?cmVhZA==?=" }))).toEqual(mismatch);
    expect(door.calls).toEqual([]);
    expect((await asked({ "mcp-name": "=?base64?cm0=?=", "mcp-method": "tools/call" })).status).toBe(200);
  });

  it("methods, types and revisions it does not speak", async () => {
    await using door = await openHttpFixture();
    const client = await opened(door);
    const statusOf = async (init: RequestInit) => (await client.post("{}", init)).status;
    expect(await statusOf({ method: "PUT" })).toBe(405);
    expect(await statusOf({ headers: { accept: "application/json" } })).toBe(406);
    expect(await statusOf({ headers: { "content-type": "text/plain" } })).toBe(415);
    expect(await statusOf({ headers: { "mcp-protocol-version": "2030-01-01" } })).toBe(400);
    expect((await client.get({ accept: "application/json" })).status).toBe(406);
  });

  it("N06: bodies that two parsers would read in two ways", async () => {
    await using door = await openHttpFixture();
    const client = await opened(door);
    const refused = async (body: string) => errorOf(await client.post(body));
    expect(await refused("not JSON")).toEqual({ status: 400, code: -32700, id: null });
    expect(await refused("[]")).toEqual({ status: 400, code: -32600, id: null });
    expect(await refused('{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/call"}')).toEqual({
      status: 400,
      code: -32600,
      id: 7,
    });
    expect(await refused('{"jsonrpc":"2.0","id":{},"method":"ping"}')).toEqual({ status: 400, code: -32600, id: null });
    const notUtf8 = await client.post("", { body: Buffer.from([0x22, 0xff, 0x22]) });
    expect(await errorOf(notUtf8)).toEqual({ status: 400, code: -32700, id: null });
  });

  it("N51: 100 MiB, whether or not the sender says so, with little memory", { timeout: 60_000 }, async () => {
    await using door = await openHttpFixture();
    const client = await opened(door);
    const chunk = Buffer.alloc(MIB, " ");
    const before = process.memoryUsage().rss;
    expect(await sendChunks(door, client, 100, chunk)).toBe(413);
    const declared = await client.post("", { body: Buffer.alloc(5 * MIB, " ") });
    expect(await errorOf(declared)).toEqual({ status: 413, code: -32600, id: null });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
    expect(await client.answer(1, "echo")).toMatchObject({ id: 1 });
  });

  it("N51: a packed body, a header of 10 MiB, nesting of 100,000", async () => {
    await using door = await openHttpFixture();
    const client = await opened(door);
    const packed = gzipSync(Buffer.alloc(10 * MIB, " "));
    expect((await client.post("", { body: packed, headers: { "content-encoding": "gzip" } })).status).toBe(415);
    const largeHeader = new Promise((resolve, reject) => {
      const sent = request(door.url, { headers: { "x-large": "x".repeat(10 * MIB) } }, (response) =>
        resolve(response.statusCode),
      );
      sent.on("error", reject).end();
    });
    // A server that stops reading may be gone before its answer is read.
    expect(await largeHeader.catch((error) => error.code)).toBeOneOf([431, "ECONNRESET", "EPIPE"]);
    const deep = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}`;
    expect(await errorOf(await client.post(deep))).toEqual({ status: 400, code: -32600, id: 3 });
    expect(await client.answer(4, "echo")).toMatchObject({ id: 4 });
  });

  it("N51: bodies that take far more memory than bytes, at once or alone", { timeout: 60_000 }, async () => {
    await using door = await openHttpFixture();
    const client = await opened(door);
    const brackets = (id: number, count: number) =>
      client.post({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "wait", arguments: { list: Array(count).fill([]) } },
      });
    expect(await errorOf(await brackets(1, 1_300_000))).toEqual({ status: 413, code: -32600, id: null });
    expect((await brackets(2, 400_000)).status).toBe(200);
    expect(await errorOf(await brackets(3, 400_000))).toEqual({ status: 503, code: -32005, id: null });
    expect((await client.call(4, "wait")).status).toBe(200);
    door.release();
    await vi.waitFor(async () => expect((await brackets(5, 400_000)).status).toBe(200));
    expect(door.calls).toHaveLength(3);
  });

  it("more than its share of bodies at once; another identity is not concerned", async () => {
    await using door = await openHttpFixture({ heldBytes: 1_500, callsPerIdentity: 2 });
    const client = await opened(door, "alice");
    const other = await opened(door, "bob");
    const large = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "wait", pad: "x".repeat(600) },
    });
    expect((await client.post(large(1))).status).toBe(200);
    expect(await errorOf(await client.post(large(2)))).toEqual({ status: 503, code: -32005, id: null });
    expect((await other.post(large(1))).status).toBe(200);
    expect((await client.call(3, "wait")).status).toBe(200);
    expect(await errorOf(await client.call(4, "wait"))).toEqual({ status: 503, code: -32005, id: 4 });
    door.release();
    await vi.waitFor(async () => expect((await client.post(large(5))).status).toBe(200));
    // Sent in chunks it may become 4 MiB, so it has to wait until there is room for that.
    expect(await sendChunks(door, client, 1, Buffer.from("{}"))).toBe(503);
  });
});

describe("calls that wait", () => {
  it("leave room for others, in however many sessions they are; who is at the limit can still cancel", async () => {
    await using door = await openHttpFixture({ callsPerIdentity: 3 });
    const [first, second] = [await opened(door, "alice"), await opened(door, "alice")];
    await first.call(1, "wait");
    await first.call(2, "wait");
    await second.call(1, "wait");
    const refused = { status: 503, code: -32005, id: 3 };
    expect(await errorOf(await first.call(3, "wait"))).toEqual(refused);
    expect(await errorOf(await second.call(3, "echo"))).toEqual(refused);
    expect(await (await opened(door, "bob")).answer(1, "echo")).toMatchObject({ id: 1 });
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect((await first.post(cancelled)).status).toBe(202);
    expect(await second.answer(3, "echo")).toMatchObject({ id: 3 });
  });

  it("of one identity can never be near all the sockets", () => {
    const { callsPerIdentity, sessionsPerIdentity, sockets } = HTTP_LIMITS;
    expect(callsPerIdentity + sessionsPerIdentity).toBeLessThan(sockets / 4);
  });
});

describe("a client that does not read", () => {
  it("N52: is cut at its limit, costs little, and holds up nobody", { timeout: 60_000 }, async () => {
    await using door = await openHttpFixture({ unsentBytes: MIB, keptBytes: MIB });
    const lazy = await opened(door, "lazy");
    const connection = await lazy.get();
    const other = await opened(door, "other");
    const before = process.memoryUsage().rss;
    // 200 MiB in all; what the kernel takes for itself is a few.
    for (let round = 0; round < 200; round += 1) {
      await door.opened[0]?.notify("notifications/message", { level: "info", data: "x".repeat(MIB) });
      if (round % 20 === 0) await other.answer(round, "echo");
      await pause(0);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
    await expect(eventsOf(connection)).rejects.toThrow();
    expect(await lazy.answer(1, "echo")).toMatchObject({ id: 1 });
  });

  it("N52: does not make the door hold its answers either, by no session it has or had", {
    timeout: 60_000,
  }, async () => {
    const text = "x".repeat(8 * MIB);
    const answering = { "tools/call": async () => ({ content: [{ type: "text", text }] }) };
    await using door = await openHttpFixture({ unreadBytes: 16 * MIB }, { handlers: answering });
    const sockets: Socket[] = [];
    for (let round = 0; round < 8; round += 1) {
      const lazy = await opened(door, "lazy");
      sockets.push(await askAndReadNothing(door, lazy));
      if (round % 2 === 0) await lazy.end();
    }
    await vi.waitFor(() => expect(door.connections()).toBeLessThanOrEqual(3), { timeout: 10_000 });
    expect(await (await opened(door, "lazy")).answer(1, "echo")).toMatchObject({ id: 1 });
    for (const socket of sockets) socket.destroy();
  });

  it("N52: that left while it was found out who it is keeps no session in use", async () => {
    await using door = await openHttpFixture({ beatMs: 10, idleBeats: 3 });
    const client = await opened(door, "alice");
    const identity = { id: "alice", isValid: () => true };
    const arrived = Promise.withResolvers<void>();
    const late = createServer((asked, response) => {
      response.once("close", () => void door.fronts.handle(asked, response, identity));
      arrived.resolve();
    }).listen(0, "127.0.0.1");
    await once(late, "listening");
    // A server listening on TCP has an address of this kind.
    const { port } = late.address() as AddressInfo;
    const leaving = request({ port, path: "/mcp", headers: client.headers }).on("error", () => {});
    leaving.end();
    await arrived.promise;
    leaving.destroy();
    await door.opened[0]?.closed;
    late.close();
  });

  it("N52: is cut when it has read nothing for too long", async () => {
    await using door = await openHttpFixture({ beatMs: 10, stalledBeats: 3 });
    const lazy = await opened(door);
    const connection = await lazy.get();
    await door.opened[0]?.notify("notifications/message", { level: "info", data: "x".repeat(16 * MIB) });
    await vi.waitFor(() => expect(door.connections()).toBe(0), { timeout: 10_000 });
    await expect(eventsOf(connection)).rejects.toThrow();
  });
});
