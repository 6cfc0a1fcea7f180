import { type ReadonlySignal, signal } from "@preact/signals";
import { type ChatMessage, chatMark, chatMessage, post, readPendingMessages } from "@sallyport/contract/chat";
import { URIS } from "@sallyport/contract/uris";
import type { Link } from "../mcp/link.ts";
import { onFront, readPage } from "../mcp/pages.ts";
import { callTool } from "../mcp/tools.ts";
import { failureWords } from "./failure-words.ts";

/** The conversation with the agent, as far as this browser was there. */
export interface Chat {
  readonly messages: ReadonlySignal<readonly ChatMessage[]>;
  readonly problem: ReadonlySignal<string | null>;
  /** How many of the other side's came while nobody looked. */
  readonly unread: ReadonlySignal<number>;
  /** Rejects with `Fault`, `RpcError` or `LinkError`; resolves when it is durable. */
  say(content: string): Promise<void>;
  looked(): void;
}

const CHAT = "chat_human";
const headUri = onFront(CHAT, URIS.chatHead);
const messageUri = (id: string) => onFront(CHAT, URIS.chatMessage(id));
/** Ids of what this browser saw: a message is handed out once, and can be read again by its id alone. */
const PLACE = "sallyport-chat";
const KEPT = 200;

export function openChat(link: Link, storage: Pick<Storage, "getItem" | "setItem">, isLooked: () => boolean): Chat {
  const messages = signal<readonly ChatMessage[]>([]);
  const problem = signal<string | null>(null);
  const unread = signal(0);

  const known = new Set(seenBefore(storage));

  function add(more: readonly ChatMessage[]): void {
    const byId = new Map([...messages.value, ...more].map((message) => [message.id, message]));
    messages.value = [...byId.values()].sort((left, right) => left.ts.localeCompare(right.ts)).slice(-KEPT);
    for (const { id } of more) known.add(id);
    storage.setItem(PLACE, JSON.stringify([...known].slice(-KEPT)));
  }

  /** What was seen before the page was loaded, or could not be read until now. */
  async function remember(): Promise<void> {
    const shown = new Set(messages.value.map(({ id }) => id));
    const missing = [...known].filter((id) => !shown.has(id));
    const found = await Promise.allSettled(missing.map((id) => readPage(link, messageUri(id), chatMessage)));
    add(found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
  }

  /** Each call is on record, so none is made where the newest is known: what came before it was taken then. */
  async function takeNew(): Promise<void> {
    await remember();
    const { last_id: newest } = await readPage(link, headUri, chatMark);
    if (newest === null || known.has(newest)) return;
    await take();
    // It was handed out already, to another window of this person.
    if (!known.has(newest)) add([await readPage(link, messageUri(newest), chatMessage)]);
  }

  async function take(): Promise<void> {
    for (;;) {
      const { messages: came } = await callTool(link, CHAT, readPendingMessages, {});
      if (came.length === 0) return;
      add(came);
      if (!isLooked()) unread.value += came.length;
    }
  }

  let taking: Promise<void> = Promise.resolve();
  const takeNext = (): void => {
    taking = taking.then(takeNew).then(
      () => {
        problem.value = null;
      },
      (error: unknown) => {
        problem.value = failureWords(error);
      },
    );
  };
  link.watch(headUri, takeNext);
  takeNext();

  return {
    messages,
    problem,
    unread,
    async say(content) {
      const { id } = await callTool(link, CHAT, post, { content, mime: "text/plain" });
      await take();
      add([await readPage(link, messageUri(id), chatMessage)]);
    },
    looked() {
      unread.value = 0;
    },
  };
}

function seenBefore(storage: Pick<Storage, "getItem">): string[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(PLACE) ?? "[]");
    return Array.isArray(saved) ? saved.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
