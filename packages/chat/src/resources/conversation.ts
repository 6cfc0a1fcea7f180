import type { ChatMark, ChatMessage } from "@sallyport/contract/chat";
import { URIS } from "@sallyport/contract/uris";
import type { ResourceContents, ServedResources } from "@sallyport/mcp";
import type { Change } from "@sallyport/store";
import type { ChatPowers } from "../powers.ts";

const mimeType = "application/json";

/** Where the conversation stands and how far this face has read; single messages by id, read without moving the mark. */
export function conversation({ face, agent, chat, changes }: ChatPowers): ServedResources {
  return {
    templates: [
      {
        uriTemplate: URIS.chatMessage("{id}"),
        name: "message",
        title: "One message",
        description: "A message of either side. Reading it here does not move your mark.",
        mimeType,
      },
    ],
    list: async () => [
      {
        uri: URIS.chatHead,
        name: "head",
        title: "The newest message",
        description: "Its id. Changes when the other side posts.",
        mimeType,
      },
      {
        uri: URIS.chatLastRead,
        name: "last-read",
        title: "Your mark",
        description: "Id of the last message you read.",
        mimeType,
      },
    ],
    read: async (uri) => {
      if (uri === URIS.chatHead) return page(uri, { last_id: await chat.head(agent) });
      if (uri === URIS.chatLastRead) return page(uri, { last_id: await chat.lastRead({ agent, reader: face }) });
      const prefix = URIS.chatMessage("");
      if (!uri.startsWith(prefix)) return null;
      const message = await chat.message({ agent, id: uri.slice(prefix.length) });
      return message === null ? null : page(uri, message);
    },
    watch: (listener) =>
      changes.watch((change) => {
        const uri = change.agent === agent ? touched(change) : null;
        if (uri !== null) listener({ kind: "updated", uri });
      }),
  };

  /** Who posted knows it already, and nobody is told how far the other side has read. */
  function touched({ topic, key }: Change): string | null {
    if (topic === "chat_posts" && key !== face) return URIS.chatHead;
    if (topic === "chat_marks" && key === face) return URIS.chatLastRead;
    return null;
  }
}

function page(uri: string, content: ChatMark | ChatMessage): ResourceContents {
  return { uri, mimeType, text: JSON.stringify(content, null, 2) };
}
