import type { JsonObject } from "@sallyport/contract/json";
import type { Mount } from "../mounts/mount.ts";
import type { Session } from "../sessions/session.ts";

interface Subscribed {
  sessions: Set<Session>;
  /** The child's word that it tells of the URI; null where it has not been asked since it started. */
  taken: Promise<JsonObject> | null;
}

/** Who listens to a URI, and under which one of their own: a child may tell of something below the URI that was subscribed to. */
export interface Heard {
  uri: string;
  sessions: ReadonlySet<Session>;
}

/** A longer URI is nobody's to subscribe to. */
const LONGEST_URI = 8_192;
const MOST_LEVELS_ABOVE = 64;

type AskChild = (uri: string) => Promise<JsonObject>;

/** Who listens to which resource of which mount. A child hears of the first listener and of the last to leave. */
export class Subscriptions {
  readonly #mounts = new Map<Mount, Map<string, Subscribed>>();

  /**
   * Adds a listener, with the child's answer to whoever asked it first. Rejects where the child refuses this listener's
   * own request; nobody is told that it listens because somebody else was.
   */
  async add(mount: Mount, uri: string, session: Session, ask: AskChild): Promise<JsonObject> {
    const uris = this.#mounts.get(mount) ?? new Map<string, Subscribed>();
    this.#mounts.set(mount, uris);
    const subscribed = uris.get(uri) ?? { sessions: new Set(), taken: null };
    uris.set(uri, subscribed);
    const isNew = !subscribed.sessions.has(session);
    subscribed.sessions.add(session);
    for (;;) {
      const isOurs = subscribed.taken === null;
      try {
        return await take(subscribed, uri, ask);
      } catch (error) {
        if (!isOurs) continue;
        if (isNew) this.remove(mount, uri, session);
        throw error;
      }
    }
  }

  /** True where nobody listens any more. */
  remove(mount: Mount, uri: string, session: Session): boolean {
    const uris = this.#mounts.get(mount);
    const sessions = uris?.get(uri)?.sessions;
    if (uris === undefined || sessions === undefined || !sessions.delete(session) || sessions.size > 0) return false;
    uris.delete(uri);
    if (uris.size === 0) this.#mounts.delete(mount);
    return true;
  }

  /** What only this session listened to; it is forgotten. */
  leave(session: Session): { mount: Mount; uri: string }[] {
    const orphaned: { mount: Mount; uri: string }[] = [];
    for (const [mount, uris] of [...this.#mounts])
      for (const uri of [...uris.keys()]) if (this.remove(mount, uri, session)) orphaned.push({ mount, uri });
    return orphaned;
  }

  /** The child is gone: another one has to be asked again. */
  lapse(mount: Mount): void {
    for (const subscribed of this.#mounts.get(mount)?.values() ?? []) subscribed.taken = null;
  }

  /** Asks a child that (again) runs for everything that is listened to. One that refuses is asked again by the next listener. */
  async takeUp(mount: Mount, ask: AskChild): Promise<void> {
    for (const [uri, subscribed] of this.#mounts.get(mount) ?? []) await take(subscribed, uri, ask).catch(() => {});
  }

  forget(mount: Mount): void {
    this.#mounts.delete(mount);
  }

  /** Listeners to a URI; null where nobody listens, which costs next to nothing. */
  heard(mount: Mount, uri: string): Heard | null {
    const uris = this.#mounts.get(mount);
    if (uris === undefined || uri.length > LONGEST_URI) return null;
    const exact = uris.get(uri);
    if (exact !== undefined) return { uri, sessions: exact.sessions };
    const above = Array.from(urisAbove(uri)).flatMap((at) => {
      const sessions = uris.get(at)?.sessions;
      return sessions === undefined ? [] : [{ uri: at, sessions }];
    });
    const [nearest] = above;
    if (nearest === undefined) return null;
    return { uri: nearest.uri, sessions: new Set(above.flatMap(({ sessions }) => [...sessions])) };
  }
}

/** The URIs that a URI is below, the nearest first: with and without the mark that ends each. */
function* urisAbove(uri: string): Generator<string> {
  let left = MOST_LEVELS_ABOVE;
  for (let at = uri.length - 1; at > 0 && left > 0; at -= 1) {
    if (!"/?#".includes(uri[at] ?? "")) continue;
    left -= 1;
    if (at < uri.length - 1) yield uri.slice(0, at + 1);
    yield uri.slice(0, at);
  }
}

async function take(subscribed: Subscribed, uri: string, ask: AskChild): Promise<JsonObject> {
  subscribed.taken ??= ask(uri);
  const { taken } = subscribed;
  try {
    return await taken;
  } catch (error) {
    if (subscribed.taken === taken) subscribed.taken = null;
    throw error;
  }
}
