import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The header in which a page shows that it holds the secret of its login. */
const PROOF_HEADER = "sallyport-proof";

/** In the answer to a request without a good proof: the door that proofs have to be made for. */
export const DOOR_HEADER = "sallyport-door";

/** The secret of a login, which its page is told once and no cookie carries. `key` is the store's. */
export function loginSecret(key: string, login: string): string {
  return createHmac("sha256", key).update(login).digest("base64url");
}

/**
 * A browser sends a cookie of this host to every port of it, and a page that stays open asks whoever listens at its port. So the
 * secret itself is never sent: a proof is good for one door, until that ends, and under the address that the page is at.
 * @param door the door's instance
 * @param host as in the header `Host`
 */
export function proofOf(secret: string, door: string, host: string): string {
  return createHmac("sha256", secret).update(`${door}\n${host}`).digest("hex");
}

/** True where the request shows the proof of that secret; its `Host` has been checked. */
export function isProven({ headers }: IncomingMessage, secret: string, door: string): boolean {
  const shown = headers[PROOF_HEADER];
  if (typeof shown !== "string" || headers.host === undefined) return false;
  const wanted = Buffer.from(proofOf(secret, door, headers.host));
  const given = Buffer.from(shown);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
