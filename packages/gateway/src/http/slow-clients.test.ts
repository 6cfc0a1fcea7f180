import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { DoorBed } from "./testing/door-bed.ts";
import { postInitialize, statusOf } from "./testing/raw-mcp.ts";

function socketTo(port: number): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text) => {
    heard += text;
  });
  socket.on("error", () => {});
  return { socket, closed: new Promise((resolve) => socket.once("close", () => resolve(heard))) };
}

/** One byte at a time, for as long as the other side listens. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return;
    socket.write(character);
    await pause(50);
  }
}

const LIMITS = { headersMs: 2_000, requestMs: 3_000, idleSocketMs: 2_000 };

describe("N52: slow clients", () => {
  it("that dribble headers or a body are closed, and 1,000 silent sockets too; others are served meanwhile", async () => {
    await using bed = new DoorBed();
    const { url, port } = await bed.open({ limits: LIMITS });
    const authorization = `Bearer ${bed.agentToken()}`;
    const silent = Array.from({ length: 1_000 }, () => socketTo(port));
    const headers = socketTo(port);
    void drip(headers.socket, `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-slow: ${"y".repeat(10_000)}`);
    const body = socketTo(port);
    body.socket.write(
      [
        "POST /mcp HTTP/1.1",
        `host: 127.0.0.1:${port}`,
        `authorization: ${authorization}`,
        "accept: application/json, text/event-stream",
        "content-type: application/json",
        "content-length: 10000",
        "\r\n",
      ].join("\r\n"),
    );
    void drip(body.socket, " ".repeat(10_000));
    expect(await statusOf(postInitialize(url, { authorization }))).toBe(200);
    expect(await headers.closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(await body.closed).toMatch(/^(HTTP\/1\.1 408 |$)/);
    await Promise.all(silent.map(({ closed }) => closed));
    expect(await statusOf(postInitialize(url, { authorization }))).toBe(200);
  }, 60_000);

  it("that ask, without a token too, and never read are closed", async () => {
    await using bed = new DoorBed();
    const large = { bytes: Buffer.alloc(1024 * 1024), headers: { etag: "large" } };
    const limits = { sockets: 1, unreadSocketMs: 1_000, idleSocketMs: 60_000 };
    const { port } = await bed.open({ limits, files: new Map([["/large", large]]) });
    const greedy = connect(port, "127.0.0.1").on("error", () => {});
    // More than the system takes off our hands.
    greedy.write(`GET /large HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`.repeat(64));
    await once(greedy, "data");
    greedy.pause();
    const health = () => statusOf(fetch(`http://127.0.0.1:${port}/healthz`));
    await expect(health()).rejects.toThrow();
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 30_000, interval: 200 });
    greedy.destroy();
  }, 60_000);
});
