import type { ServerResponse } from "node:http";

/** One stream of events of a session: it answers one request, or says what belongs to none. It outlives the connections it is read on. */
export class EventStream {
  readonly number: number;
  #connection: ServerResponse | undefined;
  #written = 0;
  #unreadAtBeat = 0;
  #beatsStalled = 0;
  #beatsAlone = 0;

  constructor(number: number) {
    this.number = number;
  }

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  /** The last event that was written to a connection; whether it arrived is another question. */
  get written(): number {
    return this.#written;
  }

  /** Bytes on their way to a client that does not read them. */
  get unsent(): number {
    return this.#connection?.writableLength ?? 0;
  }

  /** Goes on at a new connection. The one before may be dead without our knowing, so the newest wins. */
  connect(response: ServerResponse): void {
    this.#connection?.destroy();
    // Who left while it was found out who they are is not told of any more.
    this.#connection = response.destroyed ? undefined : response;
    this.#beatsAlone = 0;
    this.#beatsStalled = 0;
    const leave = (): void => {
      if (this.#connection === response) this.#connection = undefined;
    };
    response.once("close", leave);
    response.on("error", leave);
  }

  /** Marks the place from which a client that was cut off can go on, where it has had no event yet. */
  mark(sequence: number, retryMs: number): void {
    this.#connection?.write(`id: ${this.number}-${sequence}\nretry: ${retryMs}\ndata: \n\n`);
  }

  comment(words: string): void {
    this.#connection?.write(`: ${words}\n\n`);
  }

  write(sequence: number, text: string): void {
    if (this.#connection === undefined) return;
    this.#connection.write(`id: ${this.number}-${sequence}\nevent: message\ndata: ${text}\n\n`);
    this.#written = sequence;
  }

  /** Lets go of a client that does not read; it may come back for what it missed. */
  cut(): void {
    this.#connection?.destroy();
    this.#connection = undefined;
  }

  /** Ends the connection, and answers it: what was written may not have been read yet. */
  end(): ServerResponse | undefined {
    const ended = this.#connection?.end();
    this.#connection = undefined;
    return ended;
  }

  /** A comment for who reads, a cut for who has not read anything for too long. Answers for how many beats nobody has been here. */
  beat(stalledBeats: number): number {
    if (this.#connection === undefined) {
      this.#beatsAlone += 1;
      return this.#beatsAlone;
    }
    const unread = this.unsent;
    this.#beatsStalled = unread > 0 && unread >= this.#unreadAtBeat ? this.#beatsStalled + 1 : 0;
    this.#unreadAtBeat = unread;
    if (this.#beatsStalled >= stalledBeats) this.cut();
    else if (unread === 0) this.comment("beat");
    return 0;
  }
}

/** The stream and the event that a `Last-Event-ID` names, or null where it is none of ours. */
export function readEventId(text: string): { stream: number; sequence: number } | null {
  const [, stream, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  return stream === undefined || sequence === undefined ? null : { stream: Number(stream), sequence: Number(sequence) };
}
