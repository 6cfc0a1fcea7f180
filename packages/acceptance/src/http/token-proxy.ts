import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a door for a client that can carry no token: everything passes as it is, with the token added. */
export interface TokenProxy extends AsyncDisposable {
  /** As a `Host` header has it. */
  host: string;
  /** Has to be said before the first request. */
  leadTo(door: string, bearer: string): void;
}

export async function openTokenProxy(): Promise<TokenProxy> {
  let target: { door: string; bearer: string } | undefined;
  const server = createServer((asked, answer) => {
    if (target === undefined) return void answer.writeHead(503).end();
    const headers = { ...asked.headers, authorization: `Bearer ${target.bearer}` };
    const onward = request(target.door, { method: asked.method ?? "GET", headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.on("error", () => answer.destroy()).pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server listening on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    leadTo(door, bearer) {
      target = { door, bearer };
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
