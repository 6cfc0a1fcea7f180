import type { ChatFace } from "@sallyport/contract/chat";
import type { JsonObject } from "@sallyport/contract/json";
import { type Child, connectTable } from "@sallyport/mcp";
import { createMemoryStores } from "@sallyport/store/memory";
import { createChat } from "../server.ts";

/** One store and any number of faces on it. Close it when the test is over. */
export async function openChatDoor() {
  const store = createMemoryStores().open("chat");
  const open: Child[] = [];

  const connect = async (face: ChatFace, agent = "default"): Promise<FaceDoor> => {
    const heard: JsonObject[] = [];
    const child = await connectTable(createChat({ ...store, face, agent }), {
      info: { name: "test", version: "0" },
      capabilities: {},
      onNotification: (method, params) => heard.push({ method, ...params }),
    });
    open.push(child);
    return faceDoor(child, heard);
  };

  return {
    connect,
    close: async () => {
      for (const child of open) await child.close();
      await store.close();
    },
  };
}

export type ChatDoor = Awaited<ReturnType<typeof openChatDoor>>;

/** A client of one face, with what it was told. */
export function faceDoor(child: Child, heard: JsonObject[]) {
  const call = (name: string, args: JsonObject) => child.request("tools/call", { name, arguments: args });
  return {
    child,
    /** Notifications, in order. */
    heard,
    call,
    post: async (content: string): Promise<string> => {
      const { structuredContent } = await call("post", { content });
      return (structuredContent as { id: string }).id; // as the tool answers
    },
    take: async (args: JsonObject = {}): Promise<{ messages: JsonObject[]; last_id: string | null }> => {
      const { structuredContent } = await call("read_pending_messages", args);
      return structuredContent as { messages: JsonObject[]; last_id: string | null }; // as the tool answers
    },
    read: async (uri: string): Promise<unknown> => {
      const { contents } = await child.request("resources/read", { uri });
      const [page] = contents as [{ text: string }]; // the server under test answers one text part
      return JSON.parse(page.text);
    },
    follow: async (...uris: string[]): Promise<void> => {
      for (const uri of uris) await child.request("resources/subscribe", { uri });
    },
  };
}

export type FaceDoor = ReturnType<typeof faceDoor>;

export const updated = (uri: string): JsonObject => ({ method: "notifications/resources/updated", uri });

export function fault(code: string, details: JsonObject = {}): JsonObject {
  return { isError: true, structuredContent: { error: { code, ...details } } };
}
