import type { ChatFace, ChatMessage } from "@sallyport/contract/chat";

/** One agent's conversation with its person. Callers fix the face; nothing here takes it from a message. */
export interface Chat {
  /**
   * Durable on return, then announced as topic `chat_posts` with the author as key. Throws `too_large` past the limit, `invalid_input`
   * for what UTF-8 or a database cannot carry as it is.
   */
  post(input: { agent: string; author: ChatFace; mime: string; content: string }): Promise<{ id: string }>;
  /**
   * The other side's messages after `reader`'s mark, oldest first; in the same transaction the mark moves to the last one.
   * A mark never goes back, and no two readers get the same message. `moved` is announced as topic `chat_marks`, the reader as key.
   * At most `limit` messages, and no more after the first than fit in `max_bytes` of content in UTF-8, all together.
   */
  takePending(input: { agent: string; reader: ChatFace; limit: number; max_bytes: number }): Promise<{
    messages: ChatMessage[];
    last_id: string | null;
    moved: boolean;
  }>;
  /** Id of the newest message of either side. */
  head(agent: string): Promise<string | null>;
  /** Id of the last message `reader` took. */
  lastRead(input: { agent: string; reader: ChatFace }): Promise<string | null>;
  /** Null also for another agent's. */
  message(input: { agent: string; id: string }): Promise<ChatMessage | null>;
}
