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

/** Listens, at any free port where the wanted one is taken and `orAnyFree` says so. Answers the port. */
export async function listen(server: Server, host: string, port: number, orAnyFree: boolean): Promise<number> {
  try {
    await listenAt(server, host, port);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken || !orAnyFree) throw error;
    await listenAt(server, host, 0);
  }
  // A server listening on TCP has an address of this kind.
  return (server.address() as AddressInfo).port;
}

function listenAt(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
