interface KeptEvent {
  sequence: number;
  stream: number;
  text: string;
  bytes: number;
  keptAtBeat: number;
}

/** The dropped at the head of the list are cut off once there are so many. */
const CUT_AT = 1_024;

/** What a session has said lately, so that a client that was cut off can have it again: the oldest goes first. */
export class KeptEvents {
  readonly #limit: number;
  #events: KeptEvent[] = [];
  #first = 0;
  #bytes = 0;
  #beats = 0;

  /** `limit` is in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  keep(sequence: number, stream: number, text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#events.push({ sequence, stream, text, bytes, keptAtBeat: this.#beats });
    this.#bytes += bytes;
    this.#dropWhile(() => this.#bytes > this.#limit);
  }

  /** What was said on a stream after an event, in order. */
  after(stream: number, sequence: number): { sequence: number; text: string }[] {
    return this.#events.slice(this.#first).filter((event) => event.stream === stream && event.sequence > sequence);
  }

  /** Drops what has been kept for more than so many beats. */
  beat(limit: number): void {
    this.#beats += 1;
    this.#dropWhile(({ keptAtBeat }) => this.#beats - keptAtBeat > limit);
  }

  clear(): void {
    this.#dropWhile(() => true);
  }

  #dropWhile(isOver: (oldest: KeptEvent) => boolean): void {
    for (;;) {
      const oldest = this.#events[this.#first];
      if (oldest === undefined || !isOver(oldest)) break;
      this.#bytes -= oldest.bytes;
      oldest.text = "";
      this.#first += 1;
    }
    if (this.#first < CUT_AT && this.#first < this.#events.length) return;
    this.#events = this.#events.slice(this.#first);
    this.#first = 0;
  }
}
