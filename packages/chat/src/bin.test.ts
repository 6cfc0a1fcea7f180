import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@sallyport/contract/json";
import { connectChild } from "@sallyport/mcp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FaceDoor, faceDoor, fault, updated } from "./testing/chat-door.ts";

const bin = fileURLToPath(new URL("./bin.ts", import.meta.url));

let folder: string;
let open: FaceDoor[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sallyport-"));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map(({ child }) => child.close()));
  await rm(folder, { recursive: true });
});

const command = (...args: string[]) => ["--conditions=@sallyport/source", bin, ...args];
const environment = () => ({ PATH: process.env.PATH ?? "", SALLYPORT_STORE: `sqlite:${join(folder, "store.db")}` });

async function start(args: string[] = [], env: Record<string, string> = {}): Promise<FaceDoor> {
  const heard: JsonObject[] = [];
  const child = await connectChild(
    {
      type: "stdio",
      command: process.execPath,
      args: command(...args),
      env: { ...environment(), ...env },
    },
    {
      info: { name: "test", version: "0" },
      capabilities: {},
      onNotification: (method, params) => heard.push({ method, ...params }),
    },
  );
  const face = faceDoor(child, heard);
  open.push(face);
  return face;
}

async function postAll(face: FaceDoor, count: number, posted: string[]): Promise<void> {
  for (let at = 0; at < count; at += 1) posted.push(await face.post(`message ${at}`));
}

/** The ids one reader gets, until nothing waits and nobody posts any more. */
async function takeAll(face: FaceDoor, posting: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const more = posting();
    const { messages } = await face.take({ limit: 3 });
    ids.push(...messages.map(({ id }) => String(id)));
    if (!more && messages.length === 0) return ids;
  }
}

describe("sallyport-chat", { timeout: 60_000 }, () => {
  it("starts as the agent's face on a store that is not there yet, and is gone when its stdin ends", async () => {
    const { child, post } = await start();
    expect(child.initialize.serverInfo).toMatchObject({ name: "sallyport-chat" });
    await post("hello");
    await child.close();
    expect(await child.closed).toMatchObject({ reason: "closed_by_us", exitCode: 0 });
    const human = await start([], { SALLYPORT_FACE: "human" });
    expect((await human.take()).messages).toMatchObject([{ author: "assistant", content: "hello" }]);
  });

  it("carries words between two processes and tells each what concerns it", async () => {
    const [assistant, human] = await Promise.all([start(), start(["--face", "human"])]);
    await assistant.follow("chat://head", "chat://last-read");
    await human.follow("chat://head", "chat://last-read");
    const id = await human.post("how far are you?");
    await vi.waitFor(() => expect(assistant.heard).toEqual([updated("chat://head")]), { timeout: 10_000 });
    expect(await assistant.take()).toMatchObject({ messages: [{ id, author: "human" }], last_id: id });
    await vi.waitFor(() => expect(assistant.heard).toHaveLength(2), { timeout: 10_000 });
    await assistant.post("half way");
    await vi.waitFor(() => expect(human.heard).toEqual([updated("chat://head")]), { timeout: 10_000 });
    expect(assistant.heard).toEqual([updated("chat://head"), updated("chat://last-read")]);
  });

  it("answers a message of 10 MB with one error, and lives on", async () => {
    const human = await start(["--face", "human"]);
    const bytes = 10 * 1024 * 1024;
    expect(await human.call("post", { content: "x".repeat(bytes) })).toMatchObject(fault("too_large", { bytes }));
    await human.post("shorter");
    expect(await (await start()).take()).toMatchObject({ messages: [{ content: "shorter" }] });
  });

  it("answers a message that is not UTF-8 with one error, keeps nothing of it, and lives on", async () => {
    const raw = spawn(process.execPath, command(), { env: environment(), stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: raw.stdout })[Symbol.asyncIterator]();
    const exchange = async (line: string): Promise<unknown> => {
      raw.stdin.write(Buffer.from(`${line}\n`, "latin1"));
      return JSON.parse((await lines.next()).value ?? "null");
    };
    await exchange(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"0"}}}',
    );
    const post = (id: number, content: string) =>
      exchange(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"post","arguments":{"content":"${content}"}}}`,
      );
    expect(await post(2, "caf\u00e9")).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: expect.stringContaining("UTF-8") },
    });
    expect(await post(3, "coffee")).toMatchObject({ id: 3, result: { structuredContent: { id: expect.any(String) } } });
    raw.stdin.end();
    expect(await once(raw, "exit")).toEqual([0, null]);
    const human = await start(["--face", "human"]);
    expect((await human.take()).messages).toMatchObject([{ content: "coffee" }]);
  });

  it("gives each message to one of eight processes that read one face, and moves the mark forward only", async () => {
    const [human, ...readers] = await Promise.all([
      start(["--face", "human"]),
      ...Array.from({ length: 8 }, () => start()),
    ]);
    const posted: string[] = [];
    let posting = true;
    const [, ...taken] = await Promise.all([
      postAll(human, 200, posted).finally(() => {
        posting = false;
      }),
      ...readers.map((reader) => takeAll(reader, () => posting)),
    ]);
    expect(taken.flat().sort()).toEqual([...posted].sort());
    const positions = taken.map((ids) => ids.map((id) => posted.indexOf(id)));
    expect(positions).toEqual(positions.map((each) => each.toSorted((a, b) => a - b)));
    expect(await human.read("chat://head")).toEqual({ last_id: posted.at(-1) });
    expect(await readers[0]?.read("chat://last-read")).toEqual({ last_id: posted.at(-1) });
  });
});
