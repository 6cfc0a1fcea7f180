import { randomUUID } from "node:crypto";
import type { HumanClaims, HumanTokens } from "./credentials/human-tokens.ts";
import { TokenRefused } from "./credentials/token-refused.ts";
import type { HumanIdentity } from "./door-identity.ts";
import { newBinding } from "./session-cookie.ts";

/** A login code is taken within this, in seconds. */
export const LOGIN_CODE_S = 60;

/** A session of a browser lives this long after its last use, in seconds, and this long in all. */
export const SESSION_S = 12 * 60 * 60;
const LOGIN_LIMIT_S = 7 * 24 * 60 * 60;

/** A login as the browser gets it. */
export interface Login {
  token: string;
  binding: string;
  user: string;
}

/** The browsers of people who are logged in at one door. */
export class Logins {
  readonly #humans: HumanTokens;
  readonly #door: string;
  readonly #now: () => number;
  /** When each may be forgotten, in seconds since 1970. */
  readonly #usedCodes = new Map<string, number>();
  readonly #loggedOut = new Map<string, number>();

  /** `door` is what a login code has to be for; `now` is in milliseconds since 1970. */
  constructor(humans: HumanTokens, door: string, now: () => number) {
    this.#humans = humans;
    this.#door = door;
    this.#now = now;
  }

  /** Takes a code, once. Rejects with `TokenRefused`. */
  async logIn(code: string): Promise<Login> {
    const { jti, sub, door, exp } = await this.#humans.read("login", code);
    this.#forget(this.#usedCodes);
    if (door !== this.#door || this.#usedCodes.has(jti))
      throw new TokenRefused("the login link was used, or is another door's");
    this.#usedCodes.set(jti, exp);
    const { binding, digest } = newBinding();
    const facts = { sub, login: randomUUID(), login_at: this.#seconds(), binding: digest };
    return { token: await this.#humans.issue("session", facts, SESSION_S), binding, user: sub };
  }

  /** The session in a cookie. Rejects with `TokenRefused`. */
  async read(token: string): Promise<HumanClaims> {
    const claims = await this.#humans.read("session", token);
    if (claims.login === undefined || this.#loggedOut.has(claims.login)) throw new TokenRefused("you are logged out");
    return claims;
  }

  /** A fresh token for a session that has used up half of its life, or null. */
  async renewed({ sub, login, login_at, binding, exp }: HumanClaims): Promise<string | null> {
    const now = this.#seconds();
    if (login === undefined || login_at === undefined || binding === undefined) return null;
    if (exp - now > SESSION_S / 2 || now + SESSION_S > login_at + LOGIN_LIMIT_S) return null;
    return this.#humans.issue("session", { sub, login, login_at, binding }, SESSION_S);
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
