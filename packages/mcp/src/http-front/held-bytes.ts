import { GATE_ERRORS } from "@sallyport/contract/errors";
import { HttpRefusal } from "./http-refusal.ts";

/** How many bytes of bodies each identity makes the door hold: one of them cannot crowd out another. */
export class HeldBytes {
  readonly #limit: number;
  readonly #held = new Map<string, number>();

  /** `limit` is for each identity. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts so many bytes; what it answers gives them back, once. Throws `HttpRefusal`. */
  hold(identityId: string, bytes: number): () => void {
    const held = (this.#held.get(identityId) ?? 0) + bytes;
    if (held > this.#limit)
      throw new HttpRefusal(503, GATE_ERRORS.busy, "too much of yours is being answered: repeat this in a moment");
    this.#held.set(identityId, held);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#held.get(identityId) ?? 0) - bytes;
      if (left > 0) this.#held.set(identityId, left);
      else this.#held.delete(identityId);
    };
  }
}
