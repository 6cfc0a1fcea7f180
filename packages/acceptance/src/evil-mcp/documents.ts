import type { Handler } from "./wire.ts";
import { Refusal } from "./wire.ts";

const DOCUMENT = {
  uri: "evil://state/counter",
  name: "counter",
  title: "A counter",
  mimeType: "text/plain",
  size: 3,
  annotations: { priority: 0.5 },
};

/** Resources, prompts and completions: one of each kind, all with fields a careless proxy would lose. */
export const DOCUMENT_HANDLERS: Record<string, Handler> = {
  "resources/list": () => ({ resources: [DOCUMENT] }),
  "resources/templates/list": () => ({
    resourceTemplates: [
      { uriTemplate: "evil://item/{id}", name: "item", description: "one item", mimeType: "text/plain" },
    ],
  }),
  "resources/read": ({ params }) => {
    const uri = String(params.uri);
    if (!uri.startsWith("evil://")) throw new Refusal({ code: -32002, message: "no such resource", data: { uri } });
    return { contents: [{ uri, mimeType: "text/plain", text: `read ${uri}`, _meta: { "evil/part": 1 } }] };
  },
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
  "prompts/list": () => ({
    prompts: [
      { name: "greet", title: "Greeting", description: "greets", arguments: [{ name: "who", required: true }] },
    ],
  }),
  "prompts/get": ({ params }) => ({
    description: "a greeting",
    messages: [{ role: "user", content: { type: "text", text: `hello ${JSON.stringify(params.arguments)}` } }],
    _meta: { "evil/prompt": true },
  }),
  "completion/complete": ({ params }) => ({
    completion: { values: ["one", JSON.stringify(params.ref)], total: 2, hasMore: false },
  }),
  "logging/setLevel": () => ({}),
  ping: () => ({}),
};
