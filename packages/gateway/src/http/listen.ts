import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpLimits } from "@sallyport/mcp/http";

/** How often slow and silent connections are looked for, in milliseconds. */
const CHECK_MS = 1_000;

/** A server whose connections cannot wait for ever: late headers, late bodies and idle sockets are closed. */
export function createLimitedServer(limits: HttpLimits, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleSocketMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs),
      // A peer that vanished without a word is found out by TCP.
      keepAlive: true,
      keepAliveInitialDelay: limits.beatMs,
    },
    listener,
  );
  // Also where an answer waits to be read, which the time-outs above know nothing of (N52).
  server.timeout = limits.unreadSocketMs;
  server.maxConnections = limits.sockets;
  return server;
}

/** One server at one address of this machine. */
export interface Listener {
  server: Server;
  host: string;
}

/** How often another free port is tried: what is free at one address may be taken at another. */
const MOST_TRIES = 20;

/**
 * Listens everywhere at one port, at any free one where the wanted one is taken and `orAnyFree` says so, or that was asked for
 * as 0. Answers the port. An address this machine does not have is left out, but for the first.
 */
export async function listen(listeners: readonly Listener[], port: number, orAnyFree: boolean): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenAtAll(listeners, tries === 1 ? port : 0);
    } catch (error) {
      if (codeOf(error) !== "EADDRINUSE" || !(orAnyFree || port === 0) || tries === MOST_TRIES) throw error;
    }
  }
}

/** Stops listening; resolves when every connection has ended. */
export async function closeAll(listeners: readonly Listener[]): Promise<void> {
  await Promise.all(listeners.map(({ server }) => new Promise((resolve) => server.close(resolve))));
}

async function listenAtAll([first, ...others]: readonly Listener[], port: number): Promise<number> {
  if (first === undefined) throw new Error("there is nowhere to listen");
  await listenAt(first, port);
  // A server listening on TCP has an address of this kind.
  const taken = (first.server.address() as AddressInfo).port;
  try {
    for (const other of others) await listenAt(other, taken).catch(unlessThereIsNone);
  } catch (error) {
    await closeAll([first, ...others]);
    throw error;
  }
  return taken;
}

function unlessThereIsNone(error: unknown): void {
  if (codeOf(error) !== "EADDRNOTAVAIL" && codeOf(error) !== "EAFNOSUPPORT") throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function listenAt({ server, host }: Listener, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
