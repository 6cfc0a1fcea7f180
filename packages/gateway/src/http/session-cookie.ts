import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

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
