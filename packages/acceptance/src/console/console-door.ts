import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Compositor } from "@sallyport/compositor";
import { createHttpFronts, type HttpFronts, type HttpIdentity } from "@sallyport/mcp/http";
import { sendConsoleFile } from "./console-files.ts";

/** A door on loopback that can be shut and opened again at the same port, as a gateway that is killed and started. */
export class ConsoleDoor {
  readonly #views: (user: string) => Compositor;
  readonly #logins = new Map<string, { user: string; secret: string }>();
  readonly #codes = new Map<string, string>();
  #server: Server | undefined;
  #fronts: HttpFronts<HttpIdentity> | undefined;
  port = 0;

  constructor(views: (user: string) => Compositor) {
    this.#views = views;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** A link that signs a person in, once. */
  link(user: string): string {
    const code = randomUUID();
    this.#codes.set(code, user);
    return `${this.url}/#code=${code}`;
  }

  async open(): Promise<void> {
    const fronts = createHttpFronts<HttpIdentity>({
      onError: (error) => process.stderr.write(`${String(error)}\n`),
      open: (transport, { id }) => this.#views(id).openSession({ transport }),
    });
    const door = randomUUID();
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", this.url);
      if (pathname === "/login") {
        void readCode(request).then((code) => {
          const user = this.#codes.get(code);
          this.#codes.delete(code);
          if (user === undefined) return response.writeHead(401).end("{}");
          const login = randomUUID();
          const secret = randomUUID();
          this.#logins.set(login, { user, secret });
          response.writeHead(200, { "set-cookie": `door=${login}; HttpOnly; SameSite=Strict` });
          return response.end(JSON.stringify({ login, secret, door }));
        });
        return;
      }
      const login = /door=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
      const { user, secret = "" } = this.#logins.get(login) ?? {};
      const proof = createHmac("sha256", secret).update(`${door}\n${request.headers.host}`).digest("hex");
      if (pathname === "/logout") {
        this.#logins.delete(login);
        response.writeHead(204).end();
      } else if (pathname !== "/mcp") void sendConsoleFile(request, response);
      else if (user === undefined || request.headers["sallyport-proof"] !== proof)
        response.writeHead(401, { "sallyport-door": door }).end("{}");
      else void fronts.handle(request, response, { id: user, isValid: () => true });
    });
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    // A server listening on TCP has an address of this kind.
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#fronts = fronts;
  }

  /** At once, with everybody cut off; sessions are forgotten, who is signed in is not. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
    server?.closeAllConnections();
    await this.#fronts?.close();
    await closed;
  }
}

async function readCode(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}
