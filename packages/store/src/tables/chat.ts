import { randomUUID } from "node:crypto";
import { CHAT_CONTENT_LIMIT, type ChatFace, type ChatMessage } from "@sallyport/contract/chat";
import { Fault } from "@sallyport/contract/faults";
import type { Database, Query } from "../database.ts";
import type { Chat } from "../facets/chat.ts";

type Taken = Awaited<ReturnType<Chat["takePending"]>>;

export function createChat(database: Database): Chat {
  return {
    post: ({ agent, author, mime, content }) =>
      database.write(async (writing) => {
        const bytes = contentBytes(content);
        const id = `message-${randomUUID()}`;
        await writing.query
          .insertInto("chat_messages")
          .values({ id, agent, author, mime, content, bytes, ts: writing.at })
          .execute();
        writing.announce({ topic: "chat_posts", agent, key: author });
        return { id };
      }),
    async takePending({ agent, reader, limit, max_bytes }) {
      // A look first: most of the time nothing is new, and a write would take the lock and sync the disk for it.
      const nothing = await database.read(async (query): Promise<Taken | null> => {
        const [next] = await pendingSizes(query, { agent, reader, limit: 1 });
        return next === undefined ? { messages: [], last_id: await headOf(query, agent), moved: false } : null;
      });
      if (nothing !== null) return nothing;
      return database.write(async (writing): Promise<Taken> => {
        const pending = await pendingSizes(writing.query, { agent, reader, limit });
        const last = lastThatFits(pending, max_bytes);
        const last_id = await headOf(writing.query, agent);
        if (last === undefined) return { messages: [], last_id, moved: false };
        const messages = await messagesUpTo(writing.query, { agent, reader, last });
        await writing.query
          .insertInto("chat_marks")
          .values({ agent, reader, seq: last })
          .onConflict((conflict) => conflict.columns(["agent", "reader"]).doUpdateSet({ seq: last }))
          .execute();
        writing.announce({ topic: "chat_marks", agent, key: reader });
        return { messages, last_id, moved: true };
      });
    },
    head: (agent) => database.read((query) => headOf(query, agent)),
    async lastRead({ agent, reader }) {
      const row = await database.read((query) =>
        query
          .selectFrom("chat_marks")
          .innerJoin("chat_messages", "chat_messages.seq", "chat_marks.seq")
          .select("chat_messages.id")
          .where("chat_marks.agent", "=", agent)
          .where("chat_marks.reader", "=", reader)
          .executeTakeFirst(),
      );
      return row?.id ?? null;
    },
    async message({ agent, id }) {
      const row = await database.read((query) => selectMessages(query, agent).where("id", "=", id).executeTakeFirst());
      return row === undefined ? null : { ...row };
    },
  };
}

/** Text that every dialect keeps as it is: what it would change is refused. */
function contentBytes(content: string): number {
  if (!content.isWellFormed())
    throw new Fault("invalid_input", "`content` holds half a character; send text that is valid Unicode");
  if (content.includes("\0"))
    throw new Fault("invalid_input", "`content` holds U+0000, which is no text; encode bytes, as base64 for example");
  const bytes = Buffer.byteLength(content);
  if (bytes <= CHAT_CONTENT_LIMIT) return bytes;
  throw new Fault(
    "too_large",
    `\`content\` has ${bytes} bytes, ${CHAT_CONTENT_LIMIT} are the limit; post it in parts, or name a file`,
    { bytes, limit: CHAT_CONTENT_LIMIT },
  );
}

async function headOf(query: Query, agent: string): Promise<string | null> {
  const row = await query
    .selectFrom("chat_messages")
    .select("id")
    .where("agent", "=", agent)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

interface Reader {
  agent: string;
  reader: ChatFace;
}

function pendingOf(query: Query, { agent, reader }: Reader) {
  return query
    .selectFrom("chat_messages")
    .where("agent", "=", agent)
    .where("author", "=", reader === "human" ? "assistant" : "human")
    .where("seq", ">", ({ selectFrom, fn, val }) =>
      selectFrom("chat_marks")
        .select(({ fn: { max } }) => fn.coalesce(max("seq"), val(0)).as("seq"))
        .where("agent", "=", agent)
        .where("reader", "=", reader),
    )
    .orderBy("seq");
}

/** Places and sizes first: what does not fit is not read from the disk. */
function pendingSizes(
  query: Query,
  { limit, ...reader }: Reader & { limit: number },
): Promise<{ seq: number; bytes: number }[]> {
  return pendingOf(query, reader).select(["seq", "bytes"]).limit(limit).execute();
}

/** The place of the last of the first messages that fit together, at least of the first; undefined where there is none. */
function lastThatFits(pending: readonly { seq: number; bytes: number }[], max_bytes: number): number | undefined {
  let last = pending[0]?.seq;
  let total = 0;
  for (const { seq, bytes } of pending) {
    total += bytes;
    if (total > max_bytes) break;
    last = seq;
  }
  return last;
}

function messagesUpTo(query: Query, { last, ...reader }: Reader & { last: number }): Promise<ChatMessage[]> {
  return pendingOf(query, reader).where("seq", "<=", last).select(["id", "ts", "author", "mime", "content"]).execute();
}

function selectMessages(query: Query, agent: string) {
  return query.selectFrom("chat_messages").select(["id", "ts", "author", "mime", "content"]).where("agent", "=", agent);
}
