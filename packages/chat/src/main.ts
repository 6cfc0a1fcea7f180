import { chatFace } from "@sallyport/contract/chat";
import { runServerCommand } from "@sallyport/mcp/command";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { createChat } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "chat",
  version: VERSION,
  summary: "Carries messages between an agent and its person, one face for each.",
  grants: [
    "Posts as its own face, and reads what the other side said to its own agent.",
    "Changes no message, and sees no other agent's.",
  ],
  extraOptions: [
    {
      flags: "--face <face>",
      description: "whose side this is",
      env: "SALLYPORT_FACE",
      choices: chatFace.options,
      default: "assistant",
    },
  ],
  open: async ({ store: url = defaultStoreUrl(process.env), agent, face }) => {
    const store = await openStore(url, "chat");
    return { ...createChat({ ...store, face: chatFace.parse(face), agent }), close: () => store.close() };
  },
});
