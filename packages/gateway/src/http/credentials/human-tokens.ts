import { randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { SigningKeys } from "./signing-keys.ts";
import { KEY_SIGNS_MS } from "./signing-keys.ts";
import { TokenRefused } from "./token-refused.ts";

const ALGORITHM = "ES256";
const ISSUER = "sallyport";

/** What a token is for; one kind never stands for another. */
const KINDS = {
  /** Carried in the `Authorization` header by a program that acts for a person. */
  bearer: "sallyport-bearer+jwt",
  /** Carried in a browser's cookie. */
  session: "sallyport-session+jwt",
  /** Given once for a session. */
  login: "sallyport-login+jwt",
} as const;

export type HumanTokenKind = keyof typeof KINDS;

/** The longest life of a token, in seconds. */
const HUMAN_TOKEN_LIMIT_S = KEY_SIGNS_MS / 1_000;

const claims = z.object({
  sub: z.string().min(1).max(200),
  jti: z.string().min(1).max(100),
  exp: z.number(),
  principal: z.literal("human"),
  /** The one door a login code is for, and its address as in the header `Host`. */
  door: z.string().optional(),
  host: z.string().optional(),
  /** The login a session belongs to, and when that was, in seconds since 1970. */
  login: z.string().optional(),
  login_at: z.number().optional(),
});
export type HumanClaims = z.infer<typeof claims>;

/** What is said about a person in a token, beside what every token has. */
export type HumanFacts = Pick<HumanClaims, "sub" | "door" | "host" | "login" | "login_at">;

/** The tokens that make somebody a person at the doors of one store. */
export class HumanTokens {
  readonly #keys: SigningKeys;
  readonly #audience: string;
  readonly #now: () => number;

  constructor(keys: SigningKeys, audience: string, now: () => number) {
    this.#keys = keys;
    this.#audience = audience;
    this.#now = now;
  }

  /** `lifetimeSeconds` is cut at the limit. */
  async issue(kind: HumanTokenKind, facts: HumanFacts, lifetimeSeconds: number): Promise<string> {
    const key = this.#keys.current();
    const seconds = Math.floor(this.#now() / 1_000);
    return new SignJWT({ ...facts, principal: "human" })
      .setProtectedHeader({ alg: ALGORITHM, typ: KINDS[kind], kid: key.id })
      .setIssuer(ISSUER)
      .setAudience(this.#audience)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + Math.min(lifetimeSeconds, HUMAN_TOKEN_LIMIT_S))
      .sign(key.privateKey);
  }

  /** Rejects with `TokenRefused`. */
  async read(kind: HumanTokenKind, token: string): Promise<HumanClaims> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = kid === undefined ? undefined : this.#keys.find(kid);
          if (key === undefined) throw new TokenRefused("the token is not one of this store's");
          return key.publicKey;
        },
        {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: this.#audience,
          typ: KINDS[kind],
          requiredClaims: ["exp", "iat", "jti", "sub"],
          currentDate: new Date(this.#now()),
        },
      );
      return claims.parse(payload);
    } catch (error) {
      if (error instanceof TokenRefused) throw error;
      if (error instanceof errors.JWTExpired) throw new TokenRefused("the token is over", { cause: error });
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new TokenRefused("the token is not valid here", { cause: error });
      throw error;
    }
  }
}
