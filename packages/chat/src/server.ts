import type { ServedTable } from "@sallyport/mcp";
import type { ChatPowers } from "./powers.ts";
import { conversation } from "./resources/conversation.ts";
import { postTool } from "./tools/post.ts";
import { readPendingMessagesTool } from "./tools/read-pending-messages.ts";
import { VERSION } from "./version.ts";

/** One side of the conversation between an agent and its person: say something, read what the other side said. */
export function createChat(powers: ChatPowers): ServedTable {
  return {
    info: { name: "sallyport-chat", title: "Sallyport chat", version: VERSION },
    tools: [postTool(powers), readPendingMessagesTool(powers)],
    resources: conversation(powers),
  };
}
