import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { Child, ChildClosed, ConnectOptions } from "./child.ts";
import { Connection } from "./connection.ts";
import type { MessageTransport, RequestId } from "./message-transport.ts";
import { LATEST_PROTOCOL_VERSION, PROTOCOL_VERSIONS } from "./protocol-versions.ts";
import { ConnectionError } from "./wire.ts";

/** A way to reach a child, not yet listened to. */
export interface ChildLink {
  transport: MessageTransport;
  pid?: number;
  /** Says why the transport closed, once it did. */
  why(detail: string): ChildClosed;
  /** Told the revision that was agreed on. */
  onProtocolVersion?: (version: string) => void;
  /** Set by `openChild`: fails one request that the transport lost. */
  onLost?: (id: RequestId, error: Error) => void;
}

/** Does the handshake over a link and answers the live child. The link is closed when the handshake fails. */
export async function openChild(link: ChildLink, options: ConnectOptions): Promise<Child> {
  const { transport } = link;
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<ChildClosed>();
  let garbage = 0;
  let closing: Promise<void> | undefined;

  const connection: Connection = new Connection(transport, {
    request: (method, params, _id, signal) => answer(options, method, params, signal),
    notification: (method, params) => options.onNotification?.(method, params),
    refused: (refused) => {
      garbage += 1;
      options.onGarbage?.(refused.excerpt);
    },
    // A bug of ours, or a child's odd message that found one: said, and survived.
    failed: (method, error) => process.emitWarning(error instanceof Error ? error : String(error), { detail: method }),
    closed: (detail) => {
      onClosed(closing === undefined ? link.why(detail) : { ...link.why(detail), reason: "closed_by_us" });
      close().catch(() => undefined);
    },
  });
  link.onLost = (id, error) => connection.fail(id, error);

  function close(): Promise<void> {
    closing ??= transport.close().then(() => connection.closed("closed by us"));
    return closing;
  }

  transport.start(connection);
  try {
    const initialize = await shakeHands(connection, options);
    link.onProtocolVersion?.(String(initialize.protocolVersion));
    await connection.notify("notifications/initialized", undefined);
    return {
      ...(link.pid === undefined ? {} : { pid: link.pid }),
      initialize,
      garbage: () => garbage,
      closed,
      request: (method, params, asked) => connection.request(method, params, asked),
      notify: (method, params) => connection.notify(method, params),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function shakeHands(connection: Connection, options: ConnectOptions): Promise<JsonObject> {
  const { info: clientInfo, capabilities, signal, initializeTimeoutMs: timeoutMs } = options;
  const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo };
  const result = await connection.request("initialize", params, {
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const { protocolVersion } = result;
  if (typeof protocolVersion === "string" && PROTOCOL_VERSIONS.includes(protocolVersion)) return result;
  const versions = PROTOCOL_VERSIONS.join(", ");
  throw new ConnectionError("protocol", `the server speaks MCP \`${String(protocolVersion)}\`; we speak ${versions}`);
}

async function answer(
  options: ConnectOptions,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (method === "ping") return {};
  if (options.onRequest === undefined) throw new WireError(RPC_ERRORS.methodNotFound, "Method not found");
  return options.onRequest(method, params, { signal });
}
