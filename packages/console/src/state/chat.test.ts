import { signal } from "@preact/signals";
import type { ChatMessage } from "@sallyport/contract/chat";
import type { JsonObject } from "@sallyport/contract/json";
import { describe, expect, it, vi } from "vitest";
import { openChat } from "./chat.ts";

/** A conversation that a fake of the door has, with everything that it was asked for. */
function conversation() {
  const all: ChatMessage[] = [];
  const asked: string[] = [];
  const listeners = new Map<string, () => void>();
  let lastRead: string | null = null;
  const resource = (uri: string): unknown => {
    if (uri === "chat://chat_human/head") return { last_id: all.at(-1)?.id ?? null };
    if (uri === "chat://chat_human/last-read") return { last_id: lastRead };
    return all.find(({ id }) => uri.endsWith(`/${id}`));
  };
  return {
    asked,
    say(id: string) {
      all.push({
        id,
        ts: `2026-01-01T00:00:0${all.length}.000Z`,
        author: "assistant",
        mime: "text/plain",
        content: id,
      });
      listeners.get("chat://chat_human/head")?.();
    },
    readElsewhere() {
      lastRead = all.at(-1)?.id ?? null;
      listeners.get("chat://chat_human/last-read")?.();
    },
    link: {
      async request(method: string, params: JsonObject): Promise<JsonObject> {
        if (method === "resources/read") return { contents: [{ text: JSON.stringify(resource(String(params.uri))) }] };
        asked.push(String(params.name));
        const from = all.findIndex(({ id }) => id === lastRead) + 1;
        const messages = all.slice(from);
        lastRead = messages.at(-1)?.id ?? lastRead;
        return { structuredContent: { messages, last_id: all.at(-1)?.id ?? null } };
      },
      watch(uri: string, listener: () => void) {
        listeners.set(uri, listener);
        return () => {};
      },
    },
  };
}
const storage = { getItem: () => null, setItem: () => {} };

describe("openChat", () => {
  it("takes messages when somebody looks at it, and till then says that there are some", async () => {
    const { link, say, asked } = conversation();
    const isLooked = signal(false);
    const chat = openChat(link, storage, isLooked);
    say("one");
    say("two");
    await vi.waitFor(() => expect(chat.isUnread.value).toBe(true));
    expect([asked, chat.messages.value]).toEqual([[], []]);
    isLooked.value = true;
    await vi.waitFor(() => expect(chat.isUnread.value).toBe(false));
    expect(chat.messages.value.map(({ id }) => id)).toEqual(["one", "two"]);
    expect(new Set(asked)).toEqual(new Set(["chat_human_read_pending_messages"]));
  });

  it("has nothing unread where another window took it, until more is said", async () => {
    const { link, say, asked, readElsewhere } = conversation();
    const chat = openChat(link, storage, signal(false));
    say("one");
    await vi.waitFor(() => expect(chat.isUnread.value).toBe(true));
    readElsewhere();
    await vi.waitFor(() => expect(chat.isUnread.value).toBe(false));
    say("two");
    await vi.waitFor(() => expect(chat.isUnread.value).toBe(true));
    expect(asked).toEqual([]);
  });
});
