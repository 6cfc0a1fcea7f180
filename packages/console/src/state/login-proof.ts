import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { Proof } from "../mcp/endpoint.ts";

/** What this page got when it signed in. It stays in memory: what a page keeps can be read by whoever serves its address next. */
export interface HeldLogin {
  login: string;
  secret: string;
}

/** A proof as it is kept for a reload and for other tabs: good at one door, until that ends. */
const keptProof = z.object({ login: z.string(), door: z.string(), proof: z.hex() });
type KeptProof = z.infer<typeof keptProof>;

const PLACE = "sallyport-proof";
/** The door's own; not `crypto.subtle`, which a page over plain HTTP from another machine does not have. */
const proofOf = (secret: string, door: string, host: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`${door}\n${host}`)));

/** The proof that goes with each request: that a tab of this browser holds the secret of the login in the cookie. */
export class LoginProof implements Proof {
  readonly #storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly #host: string;
  #held: HeldLogin | null = null;

  constructor(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">, host: string) {
    this.#storage = storage;
    this.#host = host;
  }

  current(): string | null {
    return this.#read()?.proof ?? null;
  }

  hold(held: HeldLogin, door: string): void {
    this.#held = held;
    this.#prove(held, door);
  }

  renew(refused: string, door: string | null): boolean {
    const kept = this.#read();
    if (kept === null) return false;
    if (kept.proof !== refused) return true;
    // Another login of this browser has taken the cookie over: this one's secret is good for nothing.
    if (this.#held?.login !== kept.login || door === null || door === kept.door) return false;
    this.#prove(this.#held, door);
    return true;
  }

  forget(): void {
    this.#held = null;
    this.#storage.removeItem(PLACE);
  }

  #prove({ login, secret }: HeldLogin, door: string): void {
    const kept: KeptProof = { login, door, proof: proofOf(secret, door, this.#host) };
    this.#storage.setItem(PLACE, JSON.stringify(kept));
  }

  #read(): KeptProof | null {
    try {
      return keptProof.parse(JSON.parse(this.#storage.getItem(PLACE) ?? "null"));
    } catch {
      // Nothing, or what somebody else left who had this address.
      return null;
    }
  }
}
