import { runServerCommand } from "@sallyport/mcp/command";
import { defaultStoreUrl, openStore } from "@sallyport/store";
import { compositorAt, connectCompositor } from "./connect-compositor.ts";
import { createResources } from "./server.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "resources",
  version: VERSION,
  summary: "Lists, reads and follows the resources of a compositor, in windows that fit a context.",
  grants: [
    "Reads what its token may read at the compositor, and nothing else; the token is taken from SALLYPORT_TOKEN only.",
    "Keeps its own agent's subscriptions in the store.",
  ],
  extraOptions: [
    {
      flags: "--compositor <url>",
      description: "where the compositor speaks Streamable HTTP",
      env: "SALLYPORT_COMPOSITOR",
    },
    {
      flags: "--principal <kind>",
      description: "whose subscriptions: the agent's, or its person's",
      env: "SALLYPORT_PRINCIPAL",
      choices: ["agent", "human"],
      default: "agent",
    },
  ],
  open: async ({ store: url = defaultStoreUrl(process.env), agent, compositor, principal }) => {
    const spec = compositorAt(typeof compositor === "string" ? compositor : undefined, process.env.SALLYPORT_TOKEN);
    const store = await openStore(url, "resources");
    const table = createResources({
      ...store,
      subscriber: { agent, principal: principal === "human" ? "human" : "agent" },
      connectView: (onNotification) => connectCompositor(spec, onNotification),
      relaysUpdates: true,
    });
    return {
      ...table,
      close: async () => {
        await table.close();
        await store.close();
      },
    };
  },
});
