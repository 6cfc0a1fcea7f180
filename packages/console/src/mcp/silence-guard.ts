/** How long a request may hear nothing, in milliseconds; the door sends a comment on each open stream every 15 s. */
const SILENCE_MS = 40_000;

/** Gives up what has heard nothing for too long: a network that is gone does not say so. */
export class SilenceGuard {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.alive();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  alive(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.giveUp(), SILENCE_MS);
  }

  giveUp(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  release(): void {
    clearTimeout(this.#timer);
  }
}
