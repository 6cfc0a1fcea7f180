import type { JsonObject } from "@sallyport/contract/json";
import { visibleReason } from "@sallyport/contract/visible-text";
import { type Child, ConnectionError, type RequestOptions } from "@sallyport/mcp";
import type { ConnectView } from "../powers.ts";

/** Waits between attempts to connect, in milliseconds: twice as long each time. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** A connection that lasts this long, in milliseconds, starts the waits anew when it is lost. */
const STEADY_MS = 30_000;

export interface ViewListener {
  connected(): void;
  /** Lost, or could not be reached: it is tried again. */
  lost(reason: string): void;
  notified(method: string, params: JsonObject): void;
}

/** The caller's view of its compositor: one client, connected again whenever it is gone. */
export class CallerView {
  readonly #connect: ConnectView;
  readonly #listener: ViewListener;
  #child: Child | null = null;
  #connecting: Promise<Child> | null = null;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #steady: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(connect: ConnectView, listener: ViewListener) {
    this.#connect = connect;
    this.#listener = listener;
  }

  get isConnected(): boolean {
    return this.#child !== null;
  }

  /** Connects, and stays connected until `close`. */
  open(): void {
    // The listener has been told of a failure.
    this.#reach().catch(() => undefined);
  }

  /** Asks the view, connecting first where there is no connection. Rejects as `Peer.request` does. */
  async request(method: string, params: JsonObject, options?: RequestOptions): Promise<JsonObject> {
    const child = await this.#reach();
    return child.request(method, params, options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#steady);
    await this.#child?.close();
  }

  async #reach(): Promise<Child> {
    if (this.#child !== null) return this.#child;
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #open(): Promise<Child> {
    if (this.#isClosed) throw new ConnectionError("closed", "this server is ending");
    clearTimeout(this.#retry);
    let isCurrent = true;
    const child = await this.#connect((method, params) => {
      if (isCurrent) this.#listener.notified(method, params);
    }).catch((error: unknown) => {
      const reason = visibleReason(error instanceof Error ? error.message : String(error));
      this.#lose(reason);
      throw new ConnectionError("closed", reason, { cause: error });
    });
    void child.closed.then(({ detail }) => {
      isCurrent = false;
      this.#child = null;
      clearTimeout(this.#steady);
      this.#lose(visibleReason(detail));
    });
    if (this.#isClosed) {
      await child.close();
      throw new ConnectionError("closed", "this server is ending");
    }
    this.#child = child;
    this.#steady = setTimeout(() => {
      this.#failures = 0;
    }, STEADY_MS).unref();
    this.#listener.connected();
    return child;
  }

  #lose(reason: string): void {
    if (this.#isClosed) return;
    this.#listener.lost(reason);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
    this.#failures += 1;
    this.#retry = setTimeout(() => this.open(), wait).unref();
  }
}
