/** Runs work when asked, one run at a time and a pause between two; what is asked meanwhile is one more run at its end. */
export class Paced {
  readonly #pauseMs: number;
  readonly #work: () => Promise<void>;
  #state: "idle" | "busy" | "asked" | "closed" = "idle";
  #pause: NodeJS.Timeout | undefined;

  /** `work` must not reject. */
  constructor(pauseMs: number, work: () => Promise<void>) {
    this.#pauseMs = pauseMs;
    this.#work = work;
  }

  ask(): void {
    if (this.#state === "idle") this.#run();
    else if (this.#state === "busy") this.#state = "asked";
  }

  close(): void {
    this.#state = "closed";
    clearTimeout(this.#pause);
  }

  #run(): void {
    this.#state = "busy";
    void this.#work().then(() => {
      if (this.#state === "closed") return;
      this.#pause = setTimeout(() => {
        if (this.#state === "asked") this.#run();
        else this.#state = "idle";
      }, this.#pauseMs).unref();
    });
  }
}
