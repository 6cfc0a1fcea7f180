import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The header in which the page shows what it got when it logged in. */
const BINDING_HEADER = "sallyport-binding";

const BINDING_BYTES = 32;

/** Cookies know no ports: the doors of two stores on one machine would overwrite each other's without a name for each. */
export function cookieName(audience: string): string {
  return `sallyport_${createHash("sha256").update(audience).digest("hex").slice(0, 12)}`;
}

/** The `Set-Cookie` of a session, or of its end when `token` is empty. */
export function sessionCookie(name: string, token: string, lifetimeSeconds: number): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifetimeSeconds}`;
}

/** Null where the cookie is missing, or there twice. */
export function readCookie(request: IncomingMessage, name: string): string | null {
  const values = (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && value !== "" ? value : null;
}

/**
 * A browser sends a cookie of this host to every port of it, so to any server an agent may run here. The page therefore keeps a
 * second secret that no cookie carries, in storage that does know ports.
 */
export function newBinding(): { binding: string; digest: string } {
  const binding = randomBytes(BINDING_BYTES).toString("base64url");
  return { binding, digest: digestOf(binding).toString("base64url") };
}

export function isBound(request: IncomingMessage, digest: string | undefined): boolean {
  const shown = request.headers[BINDING_HEADER];
  if (digest === undefined || typeof shown !== "string") return false;
  const wanted = Buffer.from(digest, "base64url");
  const given = digestOf(shown);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function digestOf(binding: string): Buffer {
  return createHash("sha256").update(binding).digest();
}
