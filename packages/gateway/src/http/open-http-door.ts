import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { EXIT } from "@sallyport/contract/exit-codes";
import type { AgentId } from "@sallyport/contract/principals";
import type { Front, FrontTransport } from "@sallyport/mcp";
import { createHttpFronts, HTTP_LIMITS, type HttpLimits } from "@sallyport/mcp/http";
import { CommandFailure } from "../command-failure.ts";
import { prepare, sendJson, sendRefusal } from "./answers.ts";
import { authenticate } from "./authenticate.ts";
import type { Credentials } from "./credentials/credentials.ts";
import { TokenRefused } from "./credentials/token-refused.ts";
import type { AgentIdentity, DoorIdentity, HumanIdentity } from "./door-identity.ts";
import { closeAll, createLimitedServer, listen } from "./listen.ts";
import { logIn, logOut } from "./login-routes.ts";
import { Logins, SESSION_S } from "./logins.ts";
import { type OwnNames, pageName, refusedAddress, strangeAddress } from "./own-address.ts";
import { METADATA_PATHS, sendMetadata, sendUnauthorized } from "./protected-resource.ts";
import { cookieName, sessionCookie } from "./session-cookie.ts";
import { DOOR_HEADER } from "./session-proof.ts";
import { type StaticFiles, sendFile } from "./static-files.ts";

/** What an identity gets: one session each time, at the transport given. */
interface DoorViews {
  agent(transport: FrontTransport, identity: AgentIdentity): Promise<Front>;
  human(transport: FrontTransport, identity: HumanIdentity): Promise<Front>;
}

export interface HttpDoorOptions {
  views: DoorViews;
  credentials: Credentials;
  /** The one agent whose token opens this door. */
  agent: AgentId;
  /** An address of this machine; 127.0.0.1 if left out. */
  host?: string;
  /** Has to be said for any address beyond loopback. */
  allowRemote?: boolean;
  /** What clients may call this door beside its addresses and `localhost`: `host` or `host:port`. */
  hostNames?: readonly string[];
  /** 0 is any free one. */
  port: number;
  /** Whether any free port will do where that one is taken. */
  orAnyFreePort?: boolean;
  /** Why calls cannot be decided or recorded at this moment, in a word, or null. */
  notReady(): Promise<string | null>;
  /** The person's page. */
  files?: StaticFiles;
  limits?: Partial<HttpLimits>;
  /** Milliseconds since 1970. */
  now: () => number;
  onError: (error: unknown) => void;
}

/** A door that stands open. */
export interface HttpDoor {
  /** Where the endpoint is, as a client on this machine writes it. */
  url: string;
  /** Where a person's browser finds the page: at a name that no browser has met before, so that nobody has left anything there. */
  page: string;
  port: number;
  /** Minted at each start; a login code is for one, and so is a proof. */
  instance: string;
  /** Ends every session, then the server. */
  close(): Promise<void>;
}

/** How long an answer of `/readyz` holds, in milliseconds: anybody may ask for it, and as often as they like. */
const READY_MS = 1_000;

/** Opens a store's HTTP door. Rejects with `CommandFailure` for an address beyond loopback that nobody allowed, with a system error for a port that is taken. */
export async function openHttpDoor(options: HttpDoorOptions): Promise<HttpDoor> {
  const { host = "127.0.0.1", credentials, views, now } = options;
  const refusal = refusedAddress(host, options.allowRemote === true);
  if (refusal !== null) throw new CommandFailure(EXIT.config, refusal);
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const instance = randomUUID();
  const logins = new Logins(credentials, instance, now);
  const cookie = cookieName(credentials.audience);
  const powers = { ...credentials, logins, cookie, agent: options.agent };
  const fronts = createHttpFronts<DoorIdentity>({
    limits,
    onError: options.onError,
    open: (transport, identity) =>
      identity.principal === "agent" ? views.agent(transport, identity) : views.human(transport, identity),
  });
  let ready: { at: number; why: Promise<string | null> } | undefined;

  async function mcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { identity, session } = await authenticate(request, powers);
    const renewed = session === undefined ? null : await logins.renewed(session);
    if (renewed !== null) response.setHeader("set-cookie", sessionCookie(cookie, renewed, SESSION_S));
    await fronts.handle(request, response, identity);
  }

  async function readiness(response: ServerResponse): Promise<void> {
    // A clock that was set back makes no old answer a fresh one.
    if (ready === undefined || Math.abs(now() - ready.at) > READY_MS)
      ready = { at: now(), why: options.notReady().catch(() => "unknown") };
    const why = await ready.why;
    sendJson(response, why === null ? 200 : 503, why === null ? { ready: true } : { ready: false, why });
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (path === "/mcp") return mcp(request, response);
    if (request.method === "POST" && path === "/login") return logIn(request, response, { ...fronts, logins, cookie });
    if (request.method === "POST" && path === "/logout")
      return logOut(request, response, { ...fronts, logins, cookie });
    if (request.method !== "GET" && request.method !== "HEAD") return sendRefusal(response, 404, "not found");
    if (path === "/healthz") return sendJson(response, 200, { ok: true });
    if (path === "/readyz") return readiness(response);
    if (METADATA_PATHS.includes(path)) return sendMetadata(response, originOf(request));
    if (options.files === undefined || !sendFile(options.files, path, request, response))
      sendRefusal(response, 404, "not found");
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    prepare(response);
    try {
      const strange = strangeAddress(request, own);
      if (strange === null) await route(request, response);
      else sendRefusal(response, 403, strange);
    } catch (error) {
      if (response.headersSent || response.destroyed) response.destroy();
      else if (error instanceof TokenRefused) {
        response.setHeader(DOOR_HEADER, instance);
        sendUnauthorized(response, originOf(request), error);
      } else {
        options.onError(error);
        sendRefusal(response, 500, "internal error");
      }
    }
    // What is left of a body is read over, or its sender would never come to read the answer.
    request.resume();
  }

  const listeners = addressesOf(host).map((address) => ({
    host: address,
    server: createLimitedServer(limits, (request, response) => void answer(request, response)),
  }));
  // Names under `localhost` lead to either address of loopback, so both have to be ours.
  const own: OwnNames = { names: options.hostNames ?? [], hasPageNames: listeners.length > 1 };
  const port = await listen(listeners, options.port, options.orAnyFreePort === true);
  const { origin } = new URL(`http://${reachableName(host)}:${port}`);
  return {
    url: `${origin}/mcp`,
    page: own.hasPageNames ? `http://${pageName(instance)}:${port}/` : `${origin}/`,
    port,
    instance,
    async close() {
      const closed = closeAll(listeners);
      await fronts.close();
      for (const { server } of listeners) server.closeAllConnections();
      await closed;
    },
  };
}

/** Loopback is two addresses where it is not said which: whoever had the other one would be asked by half of the clients. */
function addressesOf(host: string): string[] {
  return host === "localhost" || host === "127.0.0.1" ? ["127.0.0.1", "::1"] : [host];
}

/** An address as it stands in a URL; one that means every address of this machine is reached on loopback. */
function reachableName(host: string): string {
  if (host === "localhost" || host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** As the client wrote it; `Host` has been checked. */
function originOf(request: IncomingMessage): string {
  return `http://${request.headers.host}`;
}
