import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Credentials } from "./credentials/credentials.ts";
import type { HumanClaims, HumanTokens } from "./credentials/human-tokens.ts";
import { TokenRefused } from "./credentials/token-refused.ts";
import type { HumanIdentity } from "./door-identity.ts";
import { isProven, loginSecret } from "./session-proof.ts";

/** A login code is taken within this, in seconds. */
export const LOGIN_CODE_S = 60;

/** A session of a browser lives this long after its last use, in seconds, and this long in all. */
export const SESSION_S = 12 * 60 * 60;
const LOGIN_LIMIT_S = 7 * 24 * 60 * 60;

/** A login as the browser gets it: a token for its cookie, and a secret for its page. */
export interface Login {
  token: string;
  login: string;
  secret: string;
  user: string;
}

/** The browsers of people who are logged in at one door. */
export class Logins {
  readonly #humans: HumanTokens;
  readonly #key: string;
  readonly #now: () => number;
  /** When each may be forgotten, in seconds since 1970. */
  readonly #usedCodes = new Map<string, number>();
  readonly #loggedOut = new Map<string, number>();

  /** What a login code has to be for, and the proof of a page. */
  readonly door: string;

  /** `now` is in milliseconds since 1970. */
  constructor({ humans, sessionKey }: Pick<Credentials, "humans" | "sessionKey">, door: string, now: () => number) {
    this.#humans = humans;
    this.#key = sessionKey;
    this.door = door;
    this.#now = now;
  }

  /** Takes a code, once, at the address it is for: a browser may have kept something of a stranger's at another. Rejects with `TokenRefused`. */
  async logIn(code: string, at: string | undefined): Promise<Login> {
    const { jti, sub, door, host, exp } = await this.#humans.read("login", code);
    this.#forget(this.#usedCodes);
    if (door !== this.door || host !== at?.toLowerCase() || this.#usedCodes.has(jti))
      throw new TokenRefused("the login link was used, or is another door's");
    this.#usedCodes.set(jti, exp);
    const login = randomUUID();
    const token = await this.#humans.issue("session", { sub, login, login_at: this.#seconds() }, SESSION_S);
    return { token, login, secret: loginSecret(this.#key, login), user: sub };
  }

  /** The session in a browser's cookie. Rejects with `TokenRefused`, also where the page behind it shows no proof. */
  async read(token: string, request: IncomingMessage): Promise<HumanClaims> {
    const claims = await this.#humans.read("session", token);
    const { login } = claims;
    if (login === undefined || this.#loggedOut.has(login)) throw new TokenRefused("you are logged out");
    if (!isProven(request, loginSecret(this.#key, login), this.door))
      throw new TokenRefused("the cookie alone is not enough");
    return claims;
  }

  /** A fresh token for a session that has used up half of its life, or null. */
  async renewed({ sub, login, login_at, exp }: HumanClaims): Promise<string | null> {
    const now = this.#seconds();
    if (login === undefined || login_at === undefined) return null;
    if (exp - now > SESSION_S / 2 || now + SESSION_S > login_at + LOGIN_LIMIT_S) return null;
    return this.#humans.issue("session", { sub, login, login_at }, SESSION_S);
  }

  logOut({ login }: HumanClaims): void {
    this.#forget(this.#loggedOut);
    if (login !== undefined) this.#loggedOut.set(login, this.#seconds() + LOGIN_LIMIT_S);
  }

  identity({ sub, login, exp }: HumanClaims): HumanIdentity {
    return {
      principal: "human",
      user: sub,
      id: `human ${sub} ${login ?? ""}`,
      isValid: () => this.#seconds() < exp && (login === undefined || !this.#loggedOut.has(login)),
    };
  }

  #seconds(): number {
    return this.#now() / 1_000;
  }

  #forget(entries: Map<string, number>): void {
    for (const [id, until] of entries) if (until < this.#seconds()) entries.delete(id);
  }
}
