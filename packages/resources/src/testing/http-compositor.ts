import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpFronts } from "@sallyport/mcp/http";
import { PretendView } from "./pretend-view.ts";

/** A pretended view behind a port of the loopback, as a compositor in another process has it. */
export async function startHttpCompositor(view = new PretendView(), port = 0) {
  const headers: IncomingHttpHeaders[] = [];
  const fronts = createHttpFronts({ open: (transport) => view.serve(transport) });
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void fronts.handle(request, response, { id: "anybody", isValid: () => true });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo; // it listens on a port
  return {
    view,
    /** Of every request. */
    headers,
    port: address.port,
    url: `http://127.0.0.1:${address.port}/mcp`,
    /** As a process that is killed: every connection is cut, nobody is told. */
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await fronts.close();
    },
  };
}
