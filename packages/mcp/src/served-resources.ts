import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { FrontSpec, RequestHandler } from "./front.ts";
import { refuseCursor } from "./one-page.ts";
import type { ServedResources } from "./tool-table.ts";
import type { Peer } from "./wire.ts";

interface ResourceSession {
  handlers: Record<string, RequestHandler>;
  open: NonNullable<FrontSpec["onOpen"]>;
  watch(): void;
  close(): void;
}

/** The resource methods of one session, and its subscriptions: `updated` goes out for what was subscribed to, and for what is relayed. */
export function serveResources(resources: ServedResources): ResourceSession {
  const subscribed = new Set<string>();
  let session: Peer | undefined;
  let unwatch: (() => void) | undefined;

  const tell = (method: string, params?: JsonObject): void => {
    session?.notify(method, params).catch(() => undefined);
  };

  async function read(uri: string): Promise<JsonObject> {
    const contents = await resources.read(uri);
    if (contents === null) throw new WireError(RPC_ERRORS.resourceNotFound, "Resource not found", { uri });
    return { contents: [contents] };
  }

  return {
    handlers: {
      "resources/list": async (params) => {
        refuseCursor(params);
        return { resources: await resources.list() };
      },
      "resources/templates/list": async (params) => {
        refuseCursor(params);
        return { resourceTemplates: resources.templates ?? [] };
      },
      "resources/read": (params) => read(uriOf(params)),
      "resources/subscribe": async (params) => {
        const uri = uriOf(params);
        await read(uri);
        subscribed.add(uri);
        return {};
      },
      "resources/unsubscribe": async (params) => {
        subscribed.delete(uriOf(params));
        return {};
      },
    },
    open: (front) => {
      session = front;
    },
    watch: () => {
      unwatch ??= resources.watch((change) => {
        if (change.kind === "list_changed") tell("notifications/resources/list_changed");
        else if (change.kind === "relayed" || subscribed.has(change.uri))
          tell("notifications/resources/updated", { uri: change.uri });
      });
    },
    close: () => unwatch?.(),
  };
}

function uriOf(params: JsonObject): string {
  if (typeof params.uri !== "string") throw new WireError(RPC_ERRORS.invalidParams, "`uri` must be a string");
  return params.uri;
}
