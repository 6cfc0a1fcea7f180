import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { RPC_ERRORS } from "@sallyport/contract/errors";
import { isJsonObject } from "@sallyport/contract/json";
import type { MessageReceiver, MessageTransport, RequestId, RpcMessage } from "../message-transport.ts";
import { EventStream, readEventId } from "./event-stream.ts";
import { HttpRefusal, sessionNotFound } from "./http-refusal.ts";
import { KeptEvents } from "./kept-events.ts";
import type { HttpLimits } from "./limits.ts";

/** The first revision whose clients take an event without data, which is what tells them where to go on. */
const MARKED_SINCE = "2025-11-25";

const RETRY_MS = 1_000;

const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // Proxies of the nginx kind hold events back without it.
  "x-accel-buffering": "no",
};

interface Call {
  stream: EventStream;
  release: () => void;
}

/** One session of one client: messages come in as requests and leave as events, each on one stream. */
export class HttpSession implements MessageTransport {
  readonly id = randomUUID();
  readonly #limits: HttpLimits;
  readonly #answered: (response: ServerResponse) => void;
  readonly #kept: KeptEvents;
  readonly #calls = new Map<RequestId, Call>();
  readonly #own = new EventStream(0);
  #receiver: MessageReceiver | undefined;
  /** What came while whoever serves the session was still getting ready. */
  #early: RpcMessage[] = [];
  #initializing: RequestId | undefined;
  #version = "";
  #lastSequence = 0;
  #lastStream = 0;
  #idleBeats = 0;
  #ended: string | undefined;

  /** `answered` is told of each response that was ended here; what is in it may not have been read yet. */
  constructor(limits: HttpLimits, answered: (response: ServerResponse) => void) {
    this.#limits = limits;
    this.#answered = answered;
    this.#kept = new KeptEvents(limits.keptBytes);
  }

  start(receiver: MessageReceiver): void {
    this.#receiver = receiver;
    for (const message of this.#early.splice(0)) receiver.message(message);
    if (this.#ended !== undefined) receiver.closed(this.#ended);
  }

  send(message: RpcMessage, relatedTo?: RequestId): void {
    const text = JSON.stringify(message);
    const isAnswer = message.method === undefined;
    const id = isAnswer ? requestIdOf(message) : relatedTo;
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (!isAnswer) {
      this.#say(call?.stream ?? this.#own, text);
      return;
    }
    // The answer to nothing: the client was told in the HTTP response, or has cancelled.
    if (call === undefined || id === undefined) return;
    this.#say(call.stream, text);
    this.#finish(id, call);
    if (id === this.#initializing) this.#initialized(message);
  }

  async close(): Promise<void> {
    this.end("closed by us");
  }

  /** Takes a request whose answer goes to `response`. `release` is called once, when it has been answered or given up. Throws `HttpRefusal`. */
  request(id: RequestId, message: RpcMessage, response: ServerResponse, release: () => void): void {
    this.#mustLive();
    if (this.#calls.has(id))
      throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "`id` is that of a request still being answered", id);
    this.#lastStream += 1;
    const stream = new EventStream(this.#lastStream);
    this.#calls.set(id, { stream, release });
    this.#open(stream, response);
    if (message.method === "initialize" && this.#version === "" && this.#initializing === undefined) {
      this.#initializing = id;
      this.#invite(stream, isJsonObject(message.params) ? message.params.protocolVersion : undefined);
    } else this.#invite(stream, this.#version);
    this.#receive(message);
  }

  /** Takes a notification, or the answer to a question of ours. */
  tell(message: RpcMessage): void {
    this.#mustLive();
    this.#receive(message);
    if (message.method !== "notifications/cancelled" || !isJsonObject(message.params)) return;
    // A cancelled request is not answered, so its stream ends here.
    const id = requestIdOf({ id: message.params.requestId });
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id !== undefined && call !== undefined) this.#finish(id, call);
  }

  /** Says on `response` what belongs to no request, or goes on with the stream that `lastEventId` is of. Throws `HttpRefusal`. */
  listen(response: ServerResponse, lastEventId: string | undefined): void {
    this.#mustLive();
    const from = lastEventId === undefined ? { stream: 0, sequence: this.#own.written } : readEventId(lastEventId);
    const stream = from === null ? undefined : this.#streamOf(from.stream);
    const missed = from === null ? [] : this.#kept.after(from.stream, from.sequence);
    if (from === null || (stream === undefined && missed.length === 0))
      throw new HttpRefusal(400, RPC_ERRORS.invalidRequest, "there is nothing to resume after this `Last-Event-ID`");
    const resumed = stream ?? new EventStream(from.stream);
    response.cork();
    this.#open(resumed, response);
    if (lastEventId === undefined) this.#invite(resumed, this.#version, from.sequence);
    else resumed.comment("resumed");
    for (const { sequence, text } of missed) resumed.write(sequence, text);
    response.uncork();
    // It had been answered while its client was away.
    if (stream === undefined) this.#endStream(resumed);
  }

  /** One beat of the door's heart: answers true when nobody has used the session for too long. */
  beat(): boolean {
    const { stalledBeats, resumeBeats, idleBeats } = this.#limits;
    this.#kept.beat(resumeBeats);
    this.#own.beat(stalledBeats);
    for (const [id, call] of this.#calls) {
      if (call.stream.beat(stalledBeats) <= resumeBeats) continue;
      this.tell({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: "the caller was cut off and did not come back" },
      });
    }
    this.#idleBeats = this.isInUse ? 0 : this.#idleBeats + 1;
    return this.#idleBeats > idleBeats;
  }

  get isInUse(): boolean {
    return this.#own.isConnected || this.#calls.size > 0;
  }

  /** How many requests are being answered. */
  get calls(): number {
    return this.#calls.size;
  }

  /** For how many beats nobody has used it. */
  get idleBeats(): number {
    return this.#idleBeats;
  }

  /** Nothing of it is left: every stream ends, and whoever serves it hears why. */
  end(detail: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = detail;
    for (const [id, call] of this.#calls) this.#finish(id, call);
    this.#endStream(this.#own);
    this.#kept.clear();
    this.#receiver?.closed(detail);
  }

  /** It may have ended while a body was still coming. */
  #mustLive(): void {
    if (this.#ended !== undefined) throw sessionNotFound();
  }

  #receive(message: RpcMessage): void {
    this.#idleBeats = 0;
    if (this.#receiver === undefined) this.#early.push(message);
    else this.#receiver.message(message);
  }

  #open(stream: EventStream, response: ServerResponse): void {
    response.writeHead(200, { ...EVENT_STREAM_HEADERS, "mcp-session-id": this.id });
    stream.connect(response);
  }

  /** The first bytes of a stream, at once: hosts wait for headers a minute at most. */
  #invite(stream: EventStream, version: unknown, sequence = this.#lastSequence): void {
    if (typeof version === "string" && version >= MARKED_SINCE) stream.mark(sequence, RETRY_MS);
    else stream.comment("open");
  }

  #say(stream: EventStream, text: string): void {
    this.#lastSequence += 1;
    this.#kept.keep(this.#lastSequence, stream.number, text);
    if (stream.unsent > 0 && this.#unsent() > this.#limits.unsentBytes) stream.cut();
    stream.write(this.#lastSequence, text);
  }

  #unsent(): number {
    let bytes = this.#own.unsent;
    for (const { stream } of this.#calls.values()) bytes += stream.unsent;
    return bytes;
  }

  #finish(id: RequestId, { stream, release }: Call): void {
    this.#calls.delete(id);
    this.#endStream(stream);
    release();
  }

  #endStream(stream: EventStream): void {
    const response = stream.end();
    if (response !== undefined) this.#answered(response);
  }

  #initialized(answer: RpcMessage): void {
    this.#initializing = undefined;
    const version = isJsonObject(answer.result) ? answer.result.protocolVersion : undefined;
    if (typeof version === "string") this.#version = version;
    else this.end("`initialize` was refused");
  }

  #streamOf(number: number): EventStream | undefined {
    if (number === 0) return this.#own;
    for (const { stream } of this.#calls.values()) if (stream.number === number) return stream;
    return undefined;
  }
}

function requestIdOf({ id }: RpcMessage): RequestId | undefined {
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
