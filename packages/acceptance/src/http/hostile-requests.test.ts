import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Message, RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";
import { doorOf, token, WITH_DOOR } from "./doors.ts";
import { answerOf, RawSession } from "./raw-session.ts";

const MIB = 1024 * 1024;
const TYPES = { accept: "application/json, text/event-stream", "content-type": "application/json" };

describe("requests that nobody means well with", () => {
  let bed: TestBed;
  let gateway: RawClient;
  let url: string;
  let bearer: string;
  let session: RawSession;

  beforeAll(async () => {
    bed = createTestBed();
    await bed.setMode("open");
    gateway = await bed.serve({ evil: bed.evil() }, WITH_DOOR);
    url = await doorOf(gateway);
    bearer = await token(bed, "agent");
    await gateway.toolNames();
    session = new RawSession(url, bearer);
    await session.initialize();
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const call = (id: number): Message => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "evil_act", arguments: {} },
  });
  const refused = async (response: Response) => {
    const { error }: Message = JSON.parse(await response.text());
    return [response.status, error?.code];
  };

  it("N07 headers that say another thing than the body reach neither the policy nor a child", async () => {
    expect(await refused(await session.send(call(1), { "mcp-name": "evil_env" }))).toEqual([400, -32020]);
    expect(await refused(await session.send(call(2), { "mcp-method": "tools/list" }))).toEqual([400, -32020]);
    expect(bed.ran("act")).toBe(0);
    const happened = async () => JSON.stringify(await bed.json(["timeline"]));
    expect(await happened()).not.toContain("call-");
    const same = { "mcp-name": "evil_act", "mcp-method": "tools/call" };
    await (await session.send(call(3), same)).text();
    expect(bed.ran("act")).toBe(1);
    expect(await happened()).toContain("call-");
  });

  it("N51 what is too large, packed or nested too deep is refused, at little cost", async () => {
    const before = residentBytes(gateway);
    expect(await sendInChunks(100, Buffer.alloc(MIB, " "))).toBe(413);
    expect((await session.send(gzipSync(Buffer.alloc(10 * MIB, " ")), { "content-encoding": "gzip" })).status).toBe(
      415,
    );
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const nested = await session.send(`{"jsonrpc":"2.0","id":4,"method":"ping","params":${deep}}`);
    expect(await refused(nested)).toEqual([400, -32600]);
    // A server that stops reading may be gone before its answer is read.
    const headers = await statusOf({ "x-large": "x".repeat(10 * MIB) });
    expect(headers).toBeOneOf([431, "ECONNRESET", "EPIPE"]);
    expect(residentBytes(gateway) - before).toBeLessThan(64 * MIB);
    expect(await answerOf(await session.request(5, "ping", {}), 5)).toMatchObject({ result: {} });
  });

  it("N52 sockets that dribble or say nothing are closed, and hold up nobody", async () => {
    const silent = Array.from({ length: 1_000 }, () => closingSocket());
    const headers = closingSocket();
    void dribble(headers.socket, `GET /healthz HTTP/1.1\r\nx-slow: ${"y".repeat(10_000)}`);
    expect(await answerOf(await session.request(6, "ping", {}), 6)).toMatchObject({ result: {} });
    expect(await headers.closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
    await Promise.all(silent.map(({ closed }) => closed));
    expect(await answerOf(await session.request(7, "ping", {}), 7)).toMatchObject({ result: {} });
  });

  function statusOf(headers: Record<string, string>, write?: (sent: ReturnType<typeof request>) => void) {
    return new Promise<number | string | undefined>((resolve) => {
      const sent = request(url, {
        method: "POST",
        headers: { ...TYPES, authorization: `Bearer ${bearer}`, ...headers },
      });
      sent.once("response", (response) => resolve(response.resume().statusCode));
      sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      if (write === undefined) sent.end();
      else write(sent);
    });
  }

  /** Without saying how much it will be, until the other side answers. */
  function sendInChunks(count: number, chunk: Buffer) {
    return statusOf({ "transfer-encoding": "chunked" }, async (sent) => {
      for (let chunks = 0; chunks < count && !sent.destroyed; chunks += 1) {
        sent.write(chunk);
        await pause(0);
      }
      sent.end();
    });
  }

  function closingSocket(): { socket: Socket; closed: Promise<string> } {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let heard = "";
    socket.setEncoding("utf8").on("data", (text) => {
      heard += text;
    });
    socket.on("error", () => {});
    return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve(heard))) };
  }
});

/** One byte at a time, for as long as the other side listens. */
async function dribble(socket: Socket, text: string): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return;
    socket.write(character);
    await pause(500);
  }
}

function residentBytes({ process: { pid } }: RawClient): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1024;
}
