import { createInterface } from "node:readline";

/** JSON-RPC over stdio by hand: a hostile peer must not be held to an SDK's manners. */
export type Params = Record<string, unknown>;
export interface Incoming {
  id?: number | string;
  method?: string;
  params?: Params;
  result?: Params;
  error?: RpcError;
}
export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** Thrown by a handler to answer with exactly this error. */
export class Refusal extends Error {
  readonly error: RpcError;
  constructor(error: RpcError) {
    super(error.message);
    this.error = error;
  }
}

export interface Call {
  id: number | string;
  params: Params;
  cancelled: AbortSignal;
}
export type Handler = (call: Call) => Promise<Params> | Params;

export class Wire {
  readonly #handlers: Readonly<Record<string, Handler>>;
  readonly #garbage: boolean;
  readonly #running = new Map<number | string, AbortController>();
  readonly #asked = new Map<string, (answer: Incoming) => void>();
  #questions = 0;
  /** Hears every notification but cancelled. */
  onNotification: (method: string, params: Params) => void = () => {};
  /** Sent in the same write as the next response, right before it. */
  beside: string[] = [];

  constructor(handlers: Readonly<Record<string, Handler>>, garbage: boolean) {
    this.#handlers = handlers;
    this.#garbage = garbage;
  }

  listen(onEnd: () => void): void {
    const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
    // `as` because a test's own pipe is all that ever writes here.
    lines.on("line", (line) => void this.#take(JSON.parse(line) as Incoming));
    lines.on("close", onEnd);
  }

  notify(method: string, params?: Params): void {
    this.#write({ method, params });
  }

  /** Asks the client; answers `{result}` or `{error}` exactly as they came. */
  ask(method: string, params: Params): Promise<Incoming> {
    const id = `question-${++this.#questions}`;
    this.#write({ id, method, params });
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  line(message: object): string {
    const noise = this.#garbage ? 'this is not JSON-RPC\n{"half":\n\u0000\u0007\n' : "";
    return `${noise}${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
  }

  #write(message: object): void {
    const lines = this.beside.splice(0);
    process.stdout.write(lines.join("") + this.line(message));
  }

  async #take(message: Incoming): Promise<void> {
    const { id, method, params = {} } = message;
    if (method === undefined) return void this.#asked.get(String(id))?.(message);
    if (id === undefined) return this.#hear(method, params);
    const running = new AbortController();
    this.#running.set(id, running);
    try {
      const handler = this.#handlers[method];
      if (handler === undefined) throw new Refusal({ code: -32601, message: `no method ${method}` });
      this.#write({ id, result: await handler({ id, params, cancelled: running.signal }) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#write({ id, error: error.error });
    } finally {
      this.#running.delete(id);
    }
  }

  #hear(method: string, params: Params): void {
    // `as` because a request id is a number or a string.
    if (method === "notifications/cancelled") this.#running.get(params.requestId as number | string)?.abort();
    else this.onNotification(method, params);
  }
}
