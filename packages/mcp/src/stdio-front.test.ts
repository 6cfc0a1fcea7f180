import { afterEach, describe, expect, it } from "vitest";
import { INITIALIZE, type RawClient, startFixture } from "./fixtures/raw-client.ts";

const running: RawClient[] = [];

afterEach(async () => {
  for (const { process } of running) process.kill("SIGKILL");
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});

function bare(): RawClient {
  const client = startFixture("front-server.ts");
  running.push(client);
  return client;
}

async function initialized(): Promise<RawClient> {
  const client = bare();
  await client.exchange(INITIALIZE);
  return client;
}

const call = (id: unknown, name: string, more = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, ...more },
});
const refusal = (id: unknown, code: number) => ({ jsonrpc: "2.0", id, error: { code, message: expect.any(String) } });

describe("stdioFront", () => {
  it("answers initialize under id 0 in the client's revision, and ping", async () => {
    const client = bare();
    expect(await client.exchange(INITIALIZE)).toEqual({
      jsonrpc: "2.0",
      id: 0,
      result: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "front", version: "1" },
        instructions: "how to",
      },
    });
    expect(await client.exchange({ jsonrpc: "2.0", id: "a", method: "ping" })).toEqual({
      jsonrpc: "2.0",
      id: "a",
      result: {},
    });
  });

  it("refuses what comes before initialize, and a second initialize", async () => {
    const client = bare();
    expect(await client.exchange(call(1, "any"))).toEqual(refusal(1, -32600));
    await client.exchange(INITIALIZE);
    expect(await client.exchange(INITIALIZE)).toEqual(refusal(0, -32600));
  });

  it("hands params over verbatim", async () => {
    const client = await initialized();
    const more = { arguments: { ü: [1, null] }, unknown: 1, _meta: { "x/y": true } };
    expect(await client.exchange(call(1, "other", more))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { received: { name: "other", ...more } },
    });
  });

  it("answers a thrown wire error unchanged, and anything else as an internal error without its words", async () => {
    const client = await initialized();
    expect(await client.exchange(call(1, "fail"))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32951, message: "policy_denied_continue", data: { reason: "no" } },
    });
    expect(await client.exchange(call(2, "crash"))).toEqual({
      jsonrpc: "2.0",
      id: 2,
      error: { code: -32603, message: "internal error" },
    });
    await expect.poll(client.stderr).toContain("tools/call failed: Error: secret detail");
    expect(await client.exchange(call(3, "circular"))).toEqual(refusal(3, -32603));
  });

  it("answers a malformed line with -32700 and goes on", async () => {
    const client = await initialized();
    client.write('{"jsonrpc":"2.0","id":1,\n');
    expect(await client.next()).toEqual(refusal(null, -32700));
    expect(await client.exchange({ jsonrpc: "2.0", id: 2, method: "ping" })).toMatchObject({ id: 2, result: {} });
  });

  it("answers bytes that are not UTF-8 with -32700, takes nothing in their place, and goes on", async () => {
    const client = await initialized();
    const [head, tail] = JSON.stringify(call(1, "other", { arguments: { name: "caf|" } })).split("|");
    client.write(Buffer.concat([Buffer.from(`${head}`), Buffer.from([0xe9]), Buffer.from(`${tail}\n`)]));
    expect(await client.next()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: expect.stringContaining("not valid UTF-8") },
    });
    expect(await client.exchange(call(2, "other", { arguments: { name: "caf\ufffd" } }))).toMatchObject({
      id: 2,
      result: { received: { arguments: { name: "caf\ufffd" } } },
    });
  });

  it("refuses what is no message", async () => {
    const client = await initialized();
    expect(await client.exchange([{ jsonrpc: "2.0", id: 1, method: "ping" }])).toEqual(refusal(null, -32600));
    expect(await client.exchange("text")).toEqual(refusal(null, -32600));
    expect(await client.exchange({ id: 1, method: "ping" })).toEqual(refusal(1, -32600));
    expect(await client.exchange({ jsonrpc: "2.0", id: null, method: "ping" })).toEqual(refusal(null, -32600));
    expect(await client.exchange({ jsonrpc: "2.0", id: 1.5, method: "ping" })).toEqual(refusal(null, -32600));
    expect(await client.exchange({ jsonrpc: "2.0", id: 3, method: "ping", params: [] })).toEqual(refusal(3, -32600));
    expect(await client.exchange({ jsonrpc: "2.0", id: 4, method: "constructor" })).toEqual(refusal(4, -32601));
  });

  it("N06 refuses repeated and case-variant keys before any handler; an escaped key is the key", async () => {
    const client = await initialized();
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm","Name":"read"}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"read","name":"rm"}}',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read","n\\u0061me":"rm"}}',
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"x","arguments":{"a":{"b":1,"b":2}}}}',
      '{"jsonrpc":"2.0","id":5,"method":"ping","method":"tools/call","params":{"name":"x"}}',
      '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"x"},"Params":{"name":"y"}}',
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","argument\u017f":{}}}',
    ];
    const answers: unknown[] = [];
    for (const line of lines) {
      client.write(`${line}\n`);
      answers.push(await client.next());
    }
    expect(answers).toEqual([
      refusal(1, -32602),
      refusal(2, -32600),
      refusal(3, -32600),
      refusal(4, -32600),
      refusal(5, -32600),
      refusal(6, -32600),
      refusal(7, -32602),
    ]);
    client.write('{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"n\\u0061me":"inside"}}\n');
    expect(await client.next()).toEqual({ jsonrpc: "2.0", id: 8, result: { inside: 1 } });
  });

  it("N51 refuses arguments 100,000 deep and goes on", async () => {
    const client = await initialized();
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    client.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":${deep}}}}\n`);
    expect(await client.next()).toEqual(refusal(1, -32600));
    expect(await client.exchange({ jsonrpc: "2.0", id: 2, method: "ping" })).toMatchObject({ id: 2, result: {} });
  });

  it("N51 refuses a message over 32 MiB under its id and goes on", async () => {
    const client = await initialized();
    const text = "x".repeat(33 * 1024 * 1024);
    expect(await client.exchange(call(1, text))).toEqual(refusal(1, -32600));
    expect(await client.exchange({ method: "tools/call", params: { name: text }, jsonrpc: "2.0", id: 2 })).toEqual(
      refusal(2, -32600),
    );
    expect(await client.exchange({ jsonrpc: "2.0", id: 3, method: "ping" })).toMatchObject({ id: 3, result: {} });
  }, 15_000);

  it("takes 5 MB, and a message split inside a character", async () => {
    const client = await initialized();
    const text = "ü".repeat(2_500_000);
    expect(await client.exchange(call(1, "x", { text }))).toMatchObject({ result: { received: { text } } });
    const bytes = Buffer.from(`${JSON.stringify(call(2, "ü"))}\r\n`);
    const cut = bytes.indexOf("ü") + 1;
    client.process.stdin.write(bytes.subarray(0, cut));
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.process.stdin.write(bytes.subarray(cut));
    expect(await client.next()).toMatchObject({ id: 2, result: { received: { name: "ü" } } });
  }, 15_000);

  it("aborts a cancelled request, id 0 too, and does not answer it; others go on meanwhile", async () => {
    const client = await initialized();
    client.write(`${JSON.stringify(call(0, "wait"))}\n`);
    expect(await client.exchange(call(1, "inside"))).toMatchObject({ id: 1, result: { inside: 2 } });
    const params = { requestId: 0, reason: "never mind" };
    client.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params })}\n`);
    expect(await client.exchange(call(2, "aborted"))).toEqual({
      jsonrpc: "2.0",
      id: 2,
      result: { aborted: ["never mind"] },
    });
  });

  it("refuses an id that is still being answered", async () => {
    const client = await initialized();
    client.write(`${JSON.stringify(call(1, "wait"))}\n`);
    expect(await client.exchange(call(1, "inside"))).toEqual(refusal(1, -32600));
  });

  it("sends progress under the client's token, before the response", async () => {
    const client = await initialized();
    expect(await client.exchange(call(1, "progress", { _meta: { progressToken: 0 } }))).toEqual({
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: 0, progress: 1 },
    });
    expect(await client.next()).toMatchObject({ id: 1, result: { progressed: true } });
  });

  it("asks the client, and takes its question back when aborted", async () => {
    const client = await initialized();
    const question = { jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params: { n: 1 } };
    expect(await client.exchange(call("ask", "ask"))).toEqual(question);
    expect(await client.exchange({ jsonrpc: "2.0", id: 1, result: { role: "assistant" } })).toEqual({
      jsonrpc: "2.0",
      id: "ask",
      result: { answer: { role: "assistant" } },
    });
    expect(await client.exchange(call("b", "ask-and-cancel"))).toMatchObject({
      id: 2,
      method: "sampling/createMessage",
    });
    expect(await client.next()).toMatchObject({ method: "notifications/cancelled", params: { requestId: 2 } });
    expect(await client.next()).toEqual({ jsonrpc: "2.0", id: "b", result: { gaveUp: "TimeoutError" } });
  });

  it("hands notifications on", async () => {
    const client = await initialized();
    expect(await client.exchange({ jsonrpc: "2.0", method: "notifications/roots/list_changed" })).toEqual({
      jsonrpc: "2.0",
      method: "echoed",
      params: { method: "notifications/roots/list_changed", params: {} },
    });
  });

  it("answers what came right before EOF, aborts what waits, and ends", async () => {
    const client = await initialized();
    client.process.stdin.end(`${JSON.stringify(call(1, "wait"))}\n${JSON.stringify(call(2, "other"))}`);
    expect([await client.next(), await client.next()]).toMatchObject([{ id: 2 }, { id: 1, result: { late: true } }]);
    expect(await client.ended).toBe(0);
    expect(client.stderr()).toBe("closed\n");
  });

  it("survives a client that closes its end of stdout", async () => {
    const client = await initialized();
    client.process.stdout.destroy();
    client.write(`${JSON.stringify(call(1, "flood"))}\n`);
    expect(await client.ended).toBe(0);
    expect(client.stderr()).toBe("closed\n");
  });
});
