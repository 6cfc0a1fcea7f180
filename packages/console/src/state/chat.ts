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
  /** Whether the other side said something that this person has not read. */
  readonly isUnread: ReadonlySignal<boolean>;
  /** Rejects with `Fault`, `RpcError` or `LinkError`; resolves when it is durable. */
  say(content: string): Promise<void>;
}

const CHAT = "chat_human";
const headUri = onFront(CHAT, URIS.chatHead);
const lastReadUri = onFront(CHAT, URIS.chatLastRead);
const messageUri = (id: string) => onFront(CHAT, URIS.chatMessage(id));
/** Ids of what this browser saw: a message is handed out once, and can be read again by its id alone. */
const PLACE = "sallyport-chat";
const KEPT = 200;

/** @param isLooked whether anybody looks at the conversation: only then are messages taken, for that moves the person's mark */
export function openChat(
  link: Pick<Link, "request" | "watch">,
  storage: Pick<Storage, "getItem" | "setItem">,
  isLooked: ReadonlySignal<boolean>,
): Chat {
  const messages = signal<readonly ChatMessage[]>([]);
  const problem = signal<string | null>(null);
  const isUnread = signal(false);

  const known = new Set(seenBefore(storage));

  function add(more: readonly ChatMessage[]): void {
    const byId = new Map([...messages.value, ...more].map((message) => [message.id, message]));
    messages.value = [...byId.values()].sort((left, right) => left.ts.localeCompare(right.ts)).slice(-KEPT);
    for (const { id } of more) known.add(id);
    storage.setItem(PLACE, JSON.stringify([...known].slice(-KEPT)));
  }

  const mark = async (uri: string) => (await readPage(link, uri, chatMark)).last_id;
  const message = (id: string) => readPage(link, messageUri(id), chatMessage);

  /** What was seen before the page was loaded, or could not be read until now. */
  async function remember(): Promise<void> {
    const shown = new Set(messages.value.map(({ id }) => id));
    const missing = [...known].filter((id) => !shown.has(id));
    const found = await Promise.allSettled(missing.map(message));
    add(found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])));
  }

  async function take(): Promise<void> {
    for (;;) {
      const { messages: came } = await callTool(link, CHAT, readPendingMessages, {});
      if (came.length === 0) return;
      add(came);
    }
  }

  async function isNew(id: string | null): Promise<boolean> {
    if (id === null || known.has(id) || id === (await mark(lastReadUri))) return false;
    return (await message(id)).author === "assistant";
  }

  /** Each call is on record, so none is made where the newest is known: what came before it was taken then. */
  async function catchUp(): Promise<void> {
    const newest = await mark(headUri);
    if (isLooked.value) {
      await remember();
      if (newest !== null && !known.has(newest)) await take();
      // It was handed out already, to another window of this person.
      if (newest !== null && !known.has(newest)) add([await message(newest)]);
    }
    isUnread.value = await isNew(newest);
  }

  let catching: Promise<void> = Promise.resolve();
  const catchUpNext = (): void => {
    catching = catching.then(catchUp).then(
      () => {
        problem.value = null;
      },
      (error: unknown) => {
        problem.value = failureWords(error);
      },
    );
  };
  link.watch(headUri, catchUpNext);
  link.watch(lastReadUri, catchUpNext);
  isLooked.subscribe(catchUpNext);

  return {
    messages,
    problem,
    isUnread,
    async say(content) {
      const { id } = await callTool(link, CHAT, post, { content, mime: "text/plain" });
      await take();
      add([await message(id)]);
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
