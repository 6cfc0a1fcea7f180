import type { JsonObject } from "@sallyport/contract/json";
import type { Mount } from "../mounts/mount.ts";
import type { Session } from "../sessions/session.ts";
import { uriOnFront } from "../surface/resource-routes.ts";
import { Coalesced } from "./coalesced.ts";
import { wantsMessage } from "./log-levels.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** At most one notification of a kind, or of a URI, in this time; the first goes at once. */
const COALESCE_MS = 50;
/** URIs of one mount that may be told of in that time, before what is below a subscribed URI is told as that one. */
const MOST_PENDING = 1_000;

export interface NoticePowers {
  sessions: ReadonlySet<Session>;
  subscriptions: Subscriptions;
  log: (line: string) => void;
}

/** Carries what children tell to the clients it concerns, in the front's names. */
export class Notices {
  readonly #powers: NoticePowers;
  readonly #lists = new Coalesced(COALESCE_MS);
  readonly #updates = new Map<Mount, Coalesced>();

  constructor(powers: NoticePowers) {
    this.#powers = powers;
  }

  /** A child's notification, as it came. */
  relay(mount: Mount, method: string, params: JsonObject): void {
    switch (method) {
      case "notifications/tools/list_changed":
      case "notifications/prompts/list_changed":
        // The names on the front come first; who is told before they are there would list the old ones.
        mount.refresh(method === "notifications/tools/list_changed" ? "tools" : "prompts");
        return;
      case "notifications/resources/list_changed":
        this.listChanged(method);
        return;
      case "notifications/resources/updated":
        this.#updated(mount, params);
        return;
      case "notifications/message":
        if (!mount.talk.take()) return;
        for (const session of this.#clients()) if (wantsMessage(session, params)) session.tell(method, params);
        return;
      default:
        if (!mount.talk.take()) return;
        for (const session of this.#clients()) session.tell(method, params);
    }
  }

  listChanged(method: string): void {
    this.#lists.run(method, () => {
      for (const session of this.#powers.sessions) session.tell(method);
    });
  }

  /** Everything a mount can show may have come or gone. */
  everythingChanged(): void {
    for (const kind of ["tools", "resources", "prompts"]) this.listChanged(`notifications/${kind}/list_changed`);
  }

  /** Nothing more is told of a mount that is taken away. */
  forget(mount: Mount): void {
    this.#updates.get(mount)?.close();
    this.#updates.delete(mount);
  }

  close(): void {
    this.#lists.close();
    for (const updates of this.#updates.values()) updates.close();
    this.#updates.clear();
  }

  #updated(mount: Mount, params: JsonObject): void {
    const { uri } = params;
    if (typeof uri !== "string") return;
    const heard = this.#powers.subscriptions.heard(mount, uri);
    if (heard === null) return;
    const updates = this.#updates.get(mount) ?? new Coalesced(COALESCE_MS);
    this.#updates.set(mount, updates);
    const told = updates.pending < MOST_PENDING || updates.has(uri) ? uri : heard.uri;
    updates.run(told, () => {
      for (const session of this.#listeners(mount, told))
        session.tell("notifications/resources/updated", { ...params, uri: uriOnFront(mount, told) });
    });
  }

  /** What one of the product's own servers listens to, it listens to for everybody in this view. */
  #listeners(mount: Mount, uri: string): ReadonlySet<Session> {
    const listeners = this.#powers.subscriptions.heard(mount, uri)?.sessions ?? new Set<Session>();
    const isForAll = Array.from(listeners).some(({ kind }) => kind === "host");
    return isForAll ? new Set([...listeners, ...this.#clients()]) : listeners;
  }

  #clients(): Session[] {
    return Array.from(this.#powers.sessions).filter(({ kind }) => kind === "client");
  }
}
