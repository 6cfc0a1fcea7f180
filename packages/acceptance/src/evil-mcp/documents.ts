import type { Flags } from "./flags.ts";
import type { Handler, Params } from "./wire.ts";
import { Refusal } from "./wire.ts";

const DOCUMENT = {
  uri: "evil://state/counter",
  name: "counter",
  title: "A counter",
  mimeType: "text/plain",
  size: 3,
  annotations: { priority: 0.5 },
};

const GREETING = {
  name: "greet",
  title: "Greeting",
  description: "greets",
  arguments: [{ name: "who", required: true }],
};

/** Resources, prompts and completions: one of each kind, all with fields a careless proxy would lose; more where a flag says so. */
export const documentHandlers = (flags: Flags): Record<string, Handler> => ({
  "resources/list": () => ({
    resources: [DOCUMENT, ...(flags.resource ?? []).map((uri) => ({ uri, name: "one more", mimeType: "text/plain" }))],
  }),
  "resources/templates/list": () => ({
    resourceTemplates: [
      { uriTemplate: "evil://item/{id}", name: "item", description: "one item", mimeType: "text/plain" },
    ],
  }),
  "resources/read": ({ params }) => {
    const uri = String(params.uri);
    const special = specialContent(flags, uri);
    if (special !== undefined) return { contents: [{ uri, mimeType: "text/plain", ...special }] };
    if (!uri.startsWith("evil://")) throw new Refusal({ code: -32002, message: "no such resource", data: { uri } });
    return { contents: [{ uri, mimeType: "text/plain", text: `read ${uri}`, _meta: { "evil/part": 1 } }] };
  },
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
  "prompts/list": () => ({
    prompts: [GREETING, ...(flags.prompt ?? []).map((name) => ({ name, description: "one more" }))],
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
});

function specialContent(flags: Flags, uri: string): Params | undefined {
  if (flags.resource?.includes(uri)) return { text: `the child's own words for ${uri}` };
  if (uri === "evil://big" && flags["big-resource"])
    return { text: "€".repeat(Math.floor(Number(flags["big-resource"]) / 3)) };
  if (uri === "evil://blob" && flags["blob-as-text"])
    return { blob: Buffer.from([0xff, 0xfe, 0, 0x80]).toString("base64") };
  return undefined;
}
