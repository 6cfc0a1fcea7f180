import { type ReadonlySignal, signal } from "@preact/signals";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import type { Endpoint } from "./endpoint.ts";
import { LinkError } from "./messages.ts";
import { openSession, type Session } from "./session.ts";

/** `polling`: requests are answered but nothing is told by itself. `lost`: nobody answers. */
export type LinkState = "connecting" | "live" | "polling" | "lost" | "signed_out";

/** How often what is watched is read again while nothing is told, and how often a lost door is tried, in milliseconds. */
const POLL_MS = 2_000;
const RETRY_MS = 1_000;
/** How often a door that refused us is tried, in milliseconds: another gateway may have had the port for a while. */
const REFUSED_MS = 5_000;

/** A connection that outlives its sessions: opened again when the door forgot it, watching on where it was. */
export interface Link {
  readonly state: ReadonlySignal<LinkState>;
  /** Rejects with `RpcError` or `LinkError`. A request whose session was gone is sent once more. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  /** Calls back when a resource changed or may have, until the returned function is called. */
  watch(uri: string, listener: () => void): () => void;
  /** As `watch`, for what resources there are. */
  watchList(listener: () => void): () => void;
  /** After a sign-in: tries at once. */
  wake(): void;
}

export function openLink(endpoint: Endpoint): Link {
  const state = signal<LinkState>("connecting");
  const watched = new Map<string, Set<() => void>>();
  const listWatchers = new Set<() => void>();
  let session: Promise<Session> | null = null;
  let waking = Promise.withResolvers<void>();

  function current(): Promise<Session> {
    if (session !== null) return session;
    const opening = openSession(endpoint);
    session = opening;
    opening.catch(() => forget(opening));
    return opening;
  }

  function forget(opened: Promise<Session>): void {
    if (session === opened) session = null;
  }

  function forgetIfOver(opened: Promise<Session>, error: unknown): void {
    if (error instanceof LinkError && error.kind !== "unreachable") forget(opened);
  }

  async function request(method: string, params: JsonObject): Promise<JsonObject> {
    const opened = current();
    try {
      return await (await opened).request(method, params);
    } catch (error) {
      forgetIfOver(opened, error);
      if (!(error instanceof LinkError) || error.kind !== "gone") throw error;
      return await (await current()).request(method, params);
    }
  }

  function tellEveryone(): void {
    for (const listeners of [...watched.values(), listWatchers]) for (const listener of listeners) listener();
  }

  function notified(method: string, params: unknown): void {
    if (method === "notifications/resources/list_changed") for (const listener of listWatchers) listener();
    if (method !== "notifications/resources/updated" || !isJsonObject(params)) return;
    for (const listener of watched.get(String(params.uri)) ?? []) listener();
  }

  /** What cannot be watched now is read again at the next chance. */
  const subscribe = (opened: Session, uri: string) =>
    opened.request("resources/subscribe", { uri }).catch((error: unknown) => {
      if (error instanceof LinkError) throw error;
    });

  async function hear(): Promise<void> {
    const opened = current();
    try {
      const live = await opened;
      const listening = live.listen(() => {
        state.value = "live";
        // Subscribed before they are read again, so that nothing falls between.
        void Promise.all([...watched.keys()].map((uri) => subscribe(live, uri))).then(tellEveryone, () => live.stop());
      }, notified);
      await listening;
    } catch (error) {
      forgetIfOver(opened, error);
      throw error;
    }
  }

  async function recover(error: unknown): Promise<void> {
    const kind = error instanceof LinkError ? error.kind : "unreachable";
    if (kind === "signed_out") {
      state.value = "signed_out";
      await pause(REFUSED_MS);
      return;
    }
    if (kind === "gone") return;
    const answers = session !== null && (await request("ping", {}).then(Boolean, () => false));
    state.value = answers ? "polling" : "lost";
    if (answers) tellEveryone();
    await pause(answers ? POLL_MS : RETRY_MS);
  }

  const pause = (ms: number) => Promise.race([new Promise<void>((done) => setTimeout(done, ms)), waking.promise]);

  async function keep(): Promise<never> {
    for (;;) {
      await hear().catch(recover);
      // A stream that ends at once again and again is no reason to run hot.
      await pause(50);
    }
  }

  void keep();

  return {
    state,
    request,
    watch(uri, listener) {
      const listeners = watched.get(uri) ?? new Set();
      watched.set(uri, listeners.add(listener));
      if (listeners.size === 1)
        void current()
          .then((opened) => subscribe(opened, uri))
          .catch(() => {});
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        watched.delete(uri);
        void request("resources/unsubscribe", { uri }).catch(() => {});
      };
    },
    watchList(listener) {
      listWatchers.add(listener);
      return () => listWatchers.delete(listener);
    },
    wake() {
      const woken = waking;
      waking = Promise.withResolvers();
      woken.resolve();
    },
  };
}
