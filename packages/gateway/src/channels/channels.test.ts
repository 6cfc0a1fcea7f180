import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { ApprovalRequest } from "@sallyport/store";
import { createMemoryStores } from "@sallyport/store/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandFor } from "./desktop.ts";
import { openChannels } from "./open-channels.ts";
import { createWebhook } from "./webhook.ts";

const SECRET = "a secret of the test's";
const SOON = { timeout: 20_000 };
const NOTICE = { id: "approval-1", agent: "default", server: "files", tool: "write_file", age: 3 };

let receiver: Server;
let url: string;
let received: { headers: IncomingHttpHeaders; body: string; method: string | undefined }[];
let answers: (number | "silent")[];

beforeEach(async () => {
  received = [];
  answers = [];
  receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body, method: request.method });
      const answer = answers.shift() ?? 204;
      if (answer !== "silent") response.writeHead(answer, { location: "http://127.0.0.1:1/" }).end();
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  url = `http://127.0.0.1:${address.port}/hook?token=receiver`;
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const webhook = (timeoutSec = 20, retryAfterMs: readonly number[] = [1, 1]) =>
  createWebhook({ url, secret: SECRET, timeoutSec }, { clock: () => 1_900_000_000_500, retryAfterMs });
const tell = (timeoutSec?: number) => webhook(timeoutSec).tell(NOTICE, new AbortController().signal);

describe("createWebhook", () => {
  it("posts who waits for what, without arguments, signed with the time it was sent", async () => {
    await tell();
    const [{ headers, body, method } = { headers: {}, body: "", method: "" }] = received;
    expect(JSON.parse(body)).toEqual({
      event: "approval.pending",
      id: "approval-1",
      agent: "default",
      server: "files",
      tool: "write_file",
      age_s: 3,
    });
    const signed = createHmac("sha256", SECRET).update(`1900000000.${body}`).digest("hex");
    expect({ method, time: headers["sallyport-timestamp"], signature: headers["sallyport-signature"] }).toEqual({
      method: "POST",
      time: "1900000000",
      signature: `v1=${signed}`,
    });
  });

  it("tries again where that may help, and no more than twice", async () => {
    answers = [503, 429, 200];
    await tell();
    expect(received).toHaveLength(3);
    answers = [500, 500, 500, 200];
    await expect(tell()).rejects.toThrow("it answered 500");
    expect(received).toHaveLength(6);
  });

  it.each([302, 401, 404])("takes a %s for an answer, and follows nowhere", async (status) => {
    answers = [status];
    await expect(tell()).rejects.toThrow(`it answered ${status}`);
    expect(received).toHaveLength(1);
  });

  it("waits no longer than it was told, and repeats neither the secret nor the URL", async () => {
    answers = ["silent", "silent", "silent"];
    await expect(tell(0.05)).rejects.toThrow(/^no answer within 0.05 s$/);
    receiver.close();
    receiver.closeAllConnections();
    await expect(tell()).rejects.toThrow(/^it could not be reached \(\w+\)$/);
  });

  it("ends with the gateway", async () => {
    answers = ["silent"];
    const ended = new AbortController();
    const told = webhook().tell(NOTICE, ended.signal);
    await expect.poll(() => received.length, SOON).toBe(1);
    ended.abort();
    await expect(told).rejects.toThrow();
  });
});

describe("openChannels", { timeout: 60_000 }, () => {
  async function ask() {
    const stores = createMemoryStores();
    const gate = stores.open("gate");
    const store = stores.open("channel");
    const reader = stores.open("reader");
    const lines: string[] = [];
    const config = { webhook: { url, secret: SECRET, timeoutSec: 20 } };
    const log = (line: string) => lines.push(line);
    const open = { agent: "default", store, config, clock: Date.now, platform: process.platform, log } as const;
    const channels = openChannels(open);
    const request: ApprovalRequest = {
      agent: "default",
      principal: "agent",
      session: "s",
      client: null,
      name: "files_write_file",
      server: "files",
      tool: "write_file",
      tool_title: null,
      safety: "mutating",
      arguments: { password: "of the user's" },
      arguments_digest: "one",
      definition_digest: "d",
      policy: { version: 1, digest: "p" },
      rationale: "",
      options: [],
      owner: "instance-1",
      lifetime_ms: 60_000,
    };
    return {
      gate,
      reader,
      lines,
      channels,
      request,
      close: () => Promise.all([gate, store, reader].map((s) => s.close())),
    };
  }

  it("tells of a question once, however often its call is repeated, and nothing of its arguments", async () => {
    const { gate, channels, request, close } = await ask();
    const outcome = await gate.approvals.ask(request);
    const id = "record" in outcome ? outcome.record.approval_id : "";
    await expect.poll(() => received.length, SOON).toBe(1);
    await gate.approvals.orphan(id, "instance-1");
    await gate.approvals.ask(request);
    await gate.approvals.ask({ ...request, agent: "another" });
    await gate.approvals.ask({ ...request, arguments_digest: "two" });
    await expect.poll(() => received.length, SOON).toBe(2);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ id, agent: "default", tool: "write_file" });
    expect(received.map(({ body }) => body).join()).not.toContain("password");
    channels.close();
    await close();
  });

  it("says in the log and on the timeline that nobody was told; the question stands", async () => {
    answers = [403];
    const { gate, reader, lines, channels, request, close } = await ask();
    const outcome = await gate.approvals.ask(request);
    const id = "record" in outcome ? outcome.record.approval_id : "";
    await expect.poll(() => lines, SOON).toEqual([`webhook: nobody was told of approval ${id}: it answered 403`]);
    const failed = async () =>
      (await reader.timeline.list({ limit: 10 })).find(({ action }) => action === "channel-failed");
    await expect.poll(failed, SOON).toMatchObject({
      status: "failed",
      subject: id,
      error: { code: "webhook", message: "it answered 403" },
    });
    expect((await reader.approvals.get(id))?.state).toBe("pending");
    channels.close();
    await close();
  });
});

describe("commandFor", () => {
  it("gives the desktop's program plain text, whatever a tool is called", () => {
    const text = `agent a wants <b>x</b> › -e "; rm`;
    expect(commandFor("linux", text)).toEqual([
      "notify-send",
      "--app-name=Sallyport",
      "--",
      "Sallyport: a call waits for you",
      `agent a wants &lt;b&gt;x&lt;/b&gt; › -e "; rm`,
    ]);
    expect(commandFor("darwin", text).slice(-2)).toEqual(["Sallyport: a call waits for you", text]);
  });
});
