import { gateError, RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import { childUri, frontUri } from "@sallyport/contract/uris";
import { type Child, type Front, type FrontTransport, memoryFront, openFront } from "@sallyport/mcp";

/** One server behind a pretended view. */
export interface PretendServer {
  /** Contents by the server's own URI. */
  resources: Record<string, JsonObject[]>;
  /** Readable, but not listed. */
  hidden?: Record<string, JsonObject[]>;
  templates?: string[];
  isAsIs?: boolean;
  /** Why it is down. */
  down?: string;
  /** What it says to a subscription; it takes it where there is nothing here. */
  refuses?: WireError;
  /** Never answers a subscription. */
  hangs?: boolean;
}

/** A view as a compositor serves it, on servers that exist in a test only. */
export class PretendView {
  readonly servers = new Map<string, PretendServer>();
  /** Every request, as `method uri`. */
  readonly asked: string[] = [];
  /** The front URIs that the one client is subscribed to. */
  readonly subscribed = new Set<string>();
  /** Where set, nobody can connect. */
  refusesClients: string | undefined;
  /** Where set, answers wait for it. */
  gate: Promise<void> = Promise.resolve();
  connections = 0;
  #front: Front | undefined;

  /** Serves one client at a door. */
  async serve(transport: FrontTransport): Promise<Front> {
    this.subscribed.clear();
    this.#front = await openFront(
      {
        info: { name: "view", version: "1" },
        capabilities: { resources: { subscribe: true, listChanged: true } },
        handlers: {
          "resources/list": async () => this.#listed("resources/list", "resources"),
          "resources/templates/list": async () => this.#listed("resources/templates/list", "resourceTemplates"),
          "resources/read": async ({ uri }, { signal }) => {
            signal.addEventListener("abort", () => this.asked.push(`cancelled ${uri}`));
            return this.#read(String(uri));
          },
          "resources/subscribe": async ({ uri }) => this.#subscribe(String(uri)),
          "resources/unsubscribe": async ({ uri }) => this.#unsubscribe(String(uri)),
        },
      },
      transport,
    );
    return this.#front;
  }

  readonly connect = async (onNotification: (method: string, params: JsonObject) => void): Promise<Child> => {
    this.connections += 1;
    if (this.refusesClients !== undefined) throw new Error(this.refusesClients);
    const { front, connect } = memoryFront();
    await this.serve(front);
    return connect({ info: { name: "test", version: "1" }, capabilities: {}, onNotification });
  };

  /** A server comes, goes, or is another one from now on. */
  async put(name: string, server: PretendServer | null): Promise<void> {
    for (const uri of this.subscribed) if (childUri(uri)?.mount === name) this.subscribed.delete(uri);
    if (server === null) this.servers.delete(name);
    else this.servers.set(name, server);
    for (const kind of ["tools", "resources", "prompts"]) await this.tell(`notifications/${kind}/list_changed`);
  }

  async tell(method: string, params: JsonObject = {}): Promise<void> {
    await this.#front?.notify(method, params);
  }

  async updated(uri: string): Promise<void> {
    await this.tell("notifications/resources/updated", { uri });
  }

  /** The connection is gone. */
  async cut(): Promise<void> {
    await this.#front?.close();
  }

  async #listed(method: string, key: "resources" | "resourceTemplates"): Promise<JsonObject> {
    this.asked.push(method);
    await this.gate;
    const down = [...this.servers].filter(([, server]) => server.down !== undefined);
    const unavailable = down.map(([server, { down: reason }]) => ({ server, reason }));
    const entries = [...this.servers].flatMap(([name, server]) => {
      if (server.down !== undefined) return [];
      const uris = key === "resources" ? Object.keys(server.resources) : (server.templates ?? []);
      return uris.map((uri) => ({
        [key === "resources" ? "uri" : "uriTemplate"]: server.isAsIs ? uri : frontUri(name, uri),
        name: `the ${uri}`,
        mimeType: "text/plain",
        ...(server.isAsIs && { _meta: { "sallyport/server": name } }),
      }));
    });
    return { [key]: entries, ...(unavailable.length > 0 && { _meta: { "sallyport/unavailable": unavailable } }) };
  }

  async #read(uri: string): Promise<JsonObject> {
    this.asked.push(`resources/read ${uri}`);
    await this.gate;
    const { server, own } = this.#behind(uri);
    const contents = server.resources[own] ?? server.hidden?.[own];
    if (contents === undefined) throw new WireError(RPC_ERRORS.invalidParams, `MCP error -32602: ${own} not found`);
    return { contents: contents.map((content) => ({ uri, ...content })) };
  }

  async #subscribe(uri: string): Promise<JsonObject> {
    this.asked.push(`resources/subscribe ${uri}`);
    await this.gate;
    const { server } = this.#behind(uri);
    if (server.refuses !== undefined) throw server.refuses;
    if (server.hangs === true) await new Promise(() => undefined);
    this.subscribed.add(uri);
    return {};
  }

  async #unsubscribe(uri: string): Promise<JsonObject> {
    this.asked.push(`resources/unsubscribe ${uri}`);
    this.subscribed.delete(uri);
    return {};
  }

  #behind(uri: string): { name: string; server: PretendServer; own: string } {
    const behind = childUri(uri);
    const prefixed = behind === null ? undefined : this.servers.get(behind.mount);
    if (behind !== null && prefixed !== undefined && !prefixed.isAsIs) {
      if (prefixed.down === undefined) return { name: behind.mount, server: prefixed, own: behind.uri };
      throw new WireError(-32000, "server unavailable", { server: behind.mount, reason: prefixed.down });
    }
    const unprefixed = [...this.servers].find(([, { isAsIs }]) => isAsIs);
    if (unprefixed === undefined) throw new WireError(RPC_ERRORS.resourceNotFound, "Resource not found", { uri });
    return { name: unprefixed[0], server: unprefixed[1], own: uri };
  }
}

/** The refusal of a compositor whose child takes no subscriptions. */
export function takesNone(server: string): WireError {
  const reason = `server \`${server}\` does not offer subscriptions`;
  const call = { type: "resources/subscribe", name: "", server, tool: "", reason };
  return gateError("resources_subscribe_unsupported", call);
}
