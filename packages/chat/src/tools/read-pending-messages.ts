import { CHAT_READ_BYTES, readPendingMessages } from "@sallyport/contract/chat";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ChatPowers } from "../powers.ts";

export function readPendingMessagesTool({ face, agent, chat }: ChatPowers): ServedTool {
  return implement(readPendingMessages, async ({ limit }) => {
    const { messages, last_id } = await chat.takePending({ agent, reader: face, limit, max_bytes: CHAT_READ_BYTES });
    return { messages, last_id };
  });
}
