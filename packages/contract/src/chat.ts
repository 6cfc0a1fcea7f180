import { z } from "zod";
import { ADDS, READS, toolContract } from "./tools.ts";

/** The two sides of a chat. A face is fixed by the door, so an author is never what a message says. */
export const chatFace = z.enum(["human", "assistant"]);
export type ChatFace = z.infer<typeof chatFace>;

/** Most bytes of UTF-8 one message may hold. */
export const CHAT_CONTENT_LIMIT = 256 * 1024;
/** Most messages one read may take. */
export const CHAT_READ_LIMIT = 1000;
/** Most bytes of content one read takes: an answer too big to be sent would be lost, as the mark has moved. */
export const CHAT_READ_BYTES = 1024 * 1024;

/** `ts` is ISO 8601 in UTC. */
export const chatMessage = z.strictObject({
  id: z.string(),
  ts: z.string(),
  author: chatFace,
  mime: z.string(),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** `chat://head` and `chat://last-read`: a message's id, or null before the first. */
export const chatMark = z.strictObject({ last_id: z.string().nullable() });
export type ChatMark = z.infer<typeof chatMark>;

export const post = toolContract({
  name: "post",
  title: "Post a message",
  description: "Say something to the other side of this chat.",
  annotations: ADDS,
  input: z.strictObject({
    mime: z
      .string()
      .max(128)
      .regex(/^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/i, "a MIME type such as `text/markdown`")
      .default("text/markdown"),
    content: z.string().min(1).describe("at most 256 KiB of UTF-8"),
  }),
  output: z.strictObject({ id: z.string() }),
});

export const readPendingMessages = toolContract({
  name: "read_pending_messages",
  title: "Read what is new",
  description:
    "The other side's messages after your mark, oldest first; at most 1 MiB of content, so read again until there are none. Your mark moves to the last one returned, so each is returned once.",
  annotations: { ...READS, readOnlyHint: false, idempotentHint: false },
  input: z.strictObject({ limit: z.int().min(1).max(CHAT_READ_LIMIT).default(100) }),
  output: z.strictObject({
    messages: z.array(chatMessage),
    last_id: z.string().nullable().describe("the newest message of either side, or null where there is none"),
  }),
});
