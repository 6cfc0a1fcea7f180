import type { Mount } from "../mounts/mount.ts";
import type { Session } from "../sessions/session.ts";

/** Who listens to which resource of which mount. A child hears of the first listener and of the last to leave. */
export class Subscriptions {
  readonly #sessions = new Map<Mount, Map<string, Set<Session>>>();

  /** True where the child does not know of it yet. */
  add(mount: Mount, uri: string, session: Session): boolean {
    const uris = this.#sessions.get(mount) ?? new Map<string, Set<Session>>();
    this.#sessions.set(mount, uris);
    const sessions = uris.get(uri) ?? new Set<Session>();
    uris.set(uri, sessions);
    sessions.add(session);
    return sessions.size === 1;
  }

  /** True where nobody listens any more. */
  remove(mount: Mount, uri: string, session: Session): boolean {
    const uris = this.#sessions.get(mount);
    const sessions = uris?.get(uri);
    if (sessions === undefined || !sessions.delete(session) || sessions.size > 0) return false;
    uris?.delete(uri);
    return true;
  }

  /** What only this session listened to; it is forgotten. */
  leave(session: Session): { mount: Mount; uri: string }[] {
    const orphaned: { mount: Mount; uri: string }[] = [];
    for (const [mount, uris] of this.#sessions)
      for (const uri of [...uris.keys()]) if (this.remove(mount, uri, session)) orphaned.push({ mount, uri });
    return orphaned;
  }

  forget(mount: Mount): void {
    this.#sessions.delete(mount);
  }

  urisOf(mount: Mount): string[] {
    return [...(this.#sessions.get(mount)?.keys() ?? [])];
  }

  /** Listeners to a URI; a child may also tell of something below the URI that was subscribed to. */
  listeners(mount: Mount, uri: string): Set<Session> {
    const uris = this.#sessions.get(mount);
    const exact = uris?.get(uri);
    if (exact !== undefined) return exact;
    const above = new Set<Session>();
    for (const [subscribed, sessions] of uris ?? [])
      if (uri.startsWith(subscribed)) for (const session of sessions) above.add(session);
    return above;
  }
}
