import { CHAT_CONTENT_LIMIT, type ChatFace } from "@sallyport/contract/chat";
import { describe, expect, it, vi } from "vitest";
import type { Change } from "../facets/change-feed.ts";
import type { Opened } from "./run-store-conformance.ts";

export function chatCases(given: () => Opened): void {
  const post = async (author: ChatFace, content: string, agent = "a") =>
    (await given().chat.chat.post({ agent, author, mime: "text/plain", content })).id;
  const take = (reader: ChatFace, over: { limit?: number; max_bytes?: number; agent?: string } = {}) =>
    given().chat.chat.takePending({ agent: "a", reader, limit: 100, max_bytes: 1_000_000, ...over });
  const contents = async (...of: Parameters<typeof take>) => (await take(...of)).messages.map(({ content }) => content);

  describe("chat", () => {
    it("a reader gets the other side's messages once, oldest first, and the head of both", async () => {
      const first = await post("human", "one");
      await post("assistant", "mine");
      await post("human", "other agent's", "b");
      const last = await post("human", "two");
      const ts = "2030-01-01T00:00:00.000Z";
      expect(await take("assistant")).toEqual({
        messages: [
          { id: first, ts, author: "human", mime: "text/plain", content: "one" },
          { id: last, ts, author: "human", mime: "text/plain", content: "two" },
        ],
        last_id: last,
        moved: true,
      });
      expect(await take("assistant")).toEqual({ messages: [], last_id: last, moved: false });
      expect(await contents("human")).toEqual(["mine"]);
      expect(await contents("assistant", { agent: "b" })).toEqual(["other agent's"]);
      expect(await take("human", { agent: "c" })).toEqual({ messages: [], last_id: null, moved: false });
    });

    it("a read takes no more than its limits, but always one; the rest comes next", async () => {
      for (const content of ["first", "ä", "b", "c"]) await post("human", content);
      expect(await contents("assistant", { max_bytes: 1 })).toEqual(["first"]);
      expect(await contents("assistant", { max_bytes: 2 })).toEqual(["ä"]);
      expect(await contents("assistant", { limit: 1 })).toEqual(["b"]);
      expect(await contents("assistant")).toEqual(["c"]);
    });

    it("many reads at once share the messages out", async () => {
      for (let n = 0; n < 20; n += 1) await post("human", `${n}`);
      const taken = await Promise.all(Array.from({ length: 30 }, () => contents("assistant", { limit: 3 })));
      expect(taken.flat()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
    });

    it("head, mark and messages are the agent's own", async () => {
      const { chat } = given().chat;
      const state = async (agent: string) => [
        await chat.head(agent),
        await chat.lastRead({ agent, reader: "assistant" }),
        await chat.lastRead({ agent, reader: "human" }),
      ];
      expect(await state("a")).toEqual([null, null, null]);
      const asked = await post("human", "question");
      const answer = await post("assistant", "answer");
      expect(await state("a")).toEqual([answer, null, null]);
      await take("assistant");
      expect(await state("a")).toEqual([answer, asked, null]);
      expect(await state("b")).toEqual([null, null, null]);
      expect(await chat.message({ agent: "a", id: asked })).toMatchObject({ content: "question" });
      expect(await chat.message({ agent: "b", id: asked })).toBeNull();
      expect(await chat.message({ agent: "a", id: "nope" })).toBeNull();
    });

    it("a post is told with its author, a mark that moved with its reader, and nothing else", async () => {
      const told: Change[] = [];
      given().chat.changes.watch((change) => told.push(change));
      await post("human", "hello");
      await take("human");
      await take("assistant");
      await take("assistant");
      await vi.waitFor(() =>
        expect(told.map(({ topic, agent, key }) => `${topic} ${agent} ${key}`)).toEqual([
          "chat_posts a human",
          "chat_marks a assistant",
        ]),
      );
    });

    it("refuses what is no text and more than 256 KiB, and keeps what is just as long word for word", async () => {
      await expect(post("human", "half \ud800")).rejects.toMatchObject({ code: "invalid_input" });
      await expect(post("human", "a\u0000b")).rejects.toMatchObject({ code: "invalid_input" });
      const longest = "\u{1f600}".repeat(CHAT_CONTENT_LIMIT / 4);
      const bytes = CHAT_CONTENT_LIMIT + 1;
      await expect(post("human", `${longest}!`)).rejects.toMatchObject({ code: "too_large", details: { bytes } });
      await expect(post("human", "x".repeat(10 * 1024 * 1024))).rejects.toMatchObject({ code: "too_large" });
      await post("human", longest);
      await post("human", "a\u0001b \u202e\r\n");
      expect(await contents("assistant")).toEqual([longest, "a\u0001b \u202e\r\n"]);
    });
  });
}
