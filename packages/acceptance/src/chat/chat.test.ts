import { CHAT_CONTENT_LIMIT } from "@sallyport/contract/chat";
import { describe, expect, it } from "vitest";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed } from "../harness/test-bed.ts";

const READERS = 8;
const MESSAGES = 120;

/** Reads until there is nothing more, in mouthfuls of its own size; answers the ids and the heads it was told of, in order. */
async function readAll(client: RawClient, limit: number, isOver: () => boolean) {
  const ids: string[] = [];
  const marks: string[] = [];
  for (;;) {
    const wasOver = isOver();
    const { result } = await client.call("read_pending_messages", { limit });
    const { messages } = result.structuredContent;
    if (messages.length === 0 && wasOver) return { ids, marks };
    ids.push(...messages.map(({ id }: { id: string }) => id));
    const page = await client.request("resources/read", { uri: "chat://last-read" });
    marks.push(JSON.parse(page.result.contents[0].text).last_id);
  }
}

describe("a chat", () => {
  it("C01 of eight processes that race on one face no two get the same message, and the mark never goes back", async () => {
    await using bed = createTestBed();
    const writer = await bed.alone("chat", ["--face", "human"]);
    const readers: RawClient[] = [];
    for (let n = 0; n < READERS; n++) readers.push(await bed.alone("chat", ["--face", "assistant"]));
    const posted: string[] = [];
    let isOver = false;
    const reading = readers.map((reader, n) => readAll(reader, 1 + n * 3, () => isOver));
    for (let n = 0; n < MESSAGES; n++) {
      const { result } = await writer.call("post", { content: `message ${n}` });
      posted.push(result.structuredContent.id);
    }
    isOver = true;
    const read = await Promise.all(reading);
    const ids = read.flatMap((each) => each.ids);
    expect(ids).toHaveLength(MESSAGES);
    expect(ids.toSorted()).toEqual(posted.toSorted());
    const place = new Map(posted.map((id, at) => [id, at]));
    const places = (of: string[]) => of.map((id) => place.get(id) ?? -1);
    for (const { ids, marks } of read) {
      expect(places(ids)).toEqual(places(ids).toSorted((a, b) => a - b));
      expect(places(marks.filter((mark) => mark !== null))).toEqual(
        places(marks.filter((mark) => mark !== null)).toSorted((a, b) => a - b),
      );
    }
  });

  it("C02 a message of ten megabytes is one error, and nothing is lost", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const [agent, human] = [await bed.serve({}), await bed.alone("chat", ["--face", "human"])];
    const refused = [
      await human.call("post", { content: "x".repeat(10_000_000) }),
      await human.call("post", { content: "€".repeat(3_500_000) }),
      await human.call("post", { content: "x".repeat(CHAT_CONTENT_LIMIT + 1) }),
      await human.call("post", { content: "" }),
      await human.call("post", { content: "x", mime: "no mime" }),
      await human.call("post", { content: "a\u0000b" }),
      await human.raw(
        '{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"post","arguments":{"content":"\\ud800"}}}',
        "s",
      ),
    ];
    const codes = refused.map(({ result, error }) => result?.structuredContent.error.code ?? error?.code);
    expect(codes).toEqual([
      "too_large",
      "too_large",
      "too_large",
      "invalid_input",
      "invalid_input",
      "invalid_input",
      "invalid_input",
    ]);
    // Behind the gate the policy would have to read it first, and does not.
    const gated = await agent.call("chat_assistant_post", { content: "x".repeat(10_000_000) });
    expect(gated.error).toMatchObject({
      code: -32953,
      data: { reason: expect.stringMatching(/bytes|too (big|large)/) },
    });
    await human.call("post", { content: "x".repeat(CHAT_CONTENT_LIMIT) });
    const { result } = await agent.call("chat_assistant_read_pending_messages", {});
    expect(result.structuredContent.messages.map(({ content }: { content: string }) => content.length)).toEqual([
      CHAT_CONTENT_LIMIT,
    ]);
  });

  it("C03 bytes that are no UTF-8 are refused, and the conversation goes on", async () => {
    await using bed = createTestBed();
    const [human, assistant] = [
      await bed.alone("chat", ["--face", "human"]),
      await bed.alone("chat", ["--face", "assistant"]),
    ];
    const line = Buffer.from(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"post","arguments":{"content":"ab"}}}\n',
    );
    line[line.indexOf("ab")] = 0xff;
    human.process.stdin?.write(line);
    expect((await human.call("post", { content: "well" })).error).toBeUndefined();
    const answers = human.messages.filter(({ id, error }) => error !== undefined && (id === 7 || id === null));
    expect(answers.map(({ error }) => error?.code)).toEqual([-32700]);
    const { result } = await assistant.call("read_pending_messages", {});
    expect(result.structuredContent.messages.map(({ content }: { content: string }) => content)).toEqual(["well"]);
  });
});
