import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import { Connection } from "./connection.ts";
import type { ClientFacts, Front, FrontSpec, FrontTransport, RequestContext, RequestHandler } from "./front.ts";
import type { RequestId } from "./message-transport.ts";
import { negotiateVersion } from "./protocol-versions.ts";
import type { Peer } from "./wire.ts";

/** How long answers under way may take once the client is gone, in milliseconds; what is left then is dropped. */
const LAST_ANSWERS_MS = 500;

/**
 * Serves one session to the client at `transport`. `initialize`, `ping`, cancellation and progress are answered here;
 * before `initialize` everything else is refused.
 */
export async function openFront(spec: FrontSpec, transport: FrontTransport): Promise<Front> {
  const handlers = new Map<string, RequestHandler>(Object.entries(spec.handlers));
  let client: ClientFacts | undefined;
  let initialized: Promise<void> | "done" | undefined;
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();

  const connection: Connection = new Connection(transport, {
    request: answer,
    notification: (method, params) => spec.onNotification?.(method, params),
    refused: (refused) => connection.answerRefused(refused),
    failed: (method, error) => spec.onError?.(method, error),
    closed: () => void leave(),
  });

  async function answer(method: string, params: JsonObject, id: RequestId, signal: AbortSignal): Promise<JsonObject> {
    if (method === "ping") return {};
    if (method === "initialize") return initialize(params);
    if (initialized === undefined) throw new WireError(RPC_ERRORS.invalidRequest, "send `initialize` first");
    if (initialized !== "done") await initialized;
    const handler = handlers.get(method);
    if (handler === undefined) throw new WireError(RPC_ERRORS.methodNotFound, "Method not found");
    return handler(params, requestContext(connection, params, id, signal));
  }

  async function initialize(params: JsonObject): Promise<JsonObject> {
    if (initialized !== undefined) throw new WireError(RPC_ERRORS.invalidRequest, "`initialize` was already sent");
    const facts = readClientFacts(params);
    client = facts;
    const { promise, resolve } = Promise.withResolvers<void>();
    initialized = promise;
    try {
      await spec.onInitialize?.(facts);
      const instructions = await spec.instructions?.();
      const { protocolVersion } = facts;
      const result = { protocolVersion, capabilities: spec.capabilities, serverInfo: spec.info };
      return instructions === undefined ? result : { ...result, instructions };
    } finally {
      initialized = "done";
      resolve();
    }
  }

  async function leave(): Promise<void> {
    await connection.idle(LAST_ANSWERS_MS);
    await transport.close();
    spec.onClose?.();
    onClosed();
  }

  const front: Front = {
    request: (method, params, options) => connection.request(method, params, options),
    notify: (method, params) => connection.notify(method, params),
    client: () => client,
    closed,
    close: () => {
      connection.closed("closed by us");
      return closed;
    },
  };
  spec.onOpen?.(front);
  transport.start(connection);
  return front;
}

function requestContext(
  connection: Connection,
  params: JsonObject,
  id: RequestId,
  signal: AbortSignal,
): RequestContext {
  const client: Peer = {
    request: (method, asked, options) => connection.request(method, asked, options, id),
    notify: (method, told) => connection.notify(method, told, id),
  };
  const token = isJsonObject(params._meta) ? params._meta.progressToken : undefined;
  if (typeof token !== "string" && typeof token !== "number") return { signal, client };
  return { signal, client, progressToken: token };
}

function readClientFacts(params: JsonObject): ClientFacts {
  const { clientInfo, capabilities, protocolVersion } = params;
  const info = isJsonObject(clientInfo) ? clientInfo : {};
  return {
    info: { ...info, name: wordOr(info.name, "unknown"), version: wordOr(info.version, "unknown") },
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    protocolVersion: negotiateVersion(protocolVersion),
  };
}

function wordOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
