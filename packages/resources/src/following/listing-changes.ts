import type { Listed } from "../view/catalogue.ts";

/** URIs of a server; null while it has been down ever since it was first heard of. */
type Known = ReadonlySet<string> | null;

const NONE: ReadonlySet<string> = new Set();

/** Compares each listing of the view with the one before. The list of a server that is down is unknown, not empty. */
export class ListingChanges {
  #isFirst = true;
  readonly #up = new Set<string>();
  readonly #uris = new Map<string, Known>();

  /** Servers whose resources came or went, and those that moved in any way: these, and the ones that came back or left. */
  take({ servers, unavailable, uris }: Pick<Listed, "servers" | "unavailable" | "uris">): {
    changed: ReadonlySet<string>;
    moved: ReadonlySet<string>;
  } {
    const changed = new Set<string>();
    const moved = new Set<string>();
    for (const server of new Set([...servers, ...this.#uris.keys()])) {
      const isUp = servers.has(server) && !unavailable.has(server);
      if (isUp !== this.#up.has(server)) moved.add(server);
      if (isUp) this.#up.add(server);
      else this.#up.delete(server);
      const before = this.#uris.get(server);
      if (unavailable.has(server)) {
        if (before === undefined) this.#uris.set(server, null);
        continue;
      }
      const after = uris.get(server) ?? NONE;
      if (servers.has(server)) this.#uris.set(server, after);
      else this.#uris.delete(server);
      if (this.#isFirst || before === null || isSame(before ?? NONE, after)) continue;
      changed.add(server);
      moved.add(server);
    }
    this.#isFirst = false;
    return { changed, moved };
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((uri) => other.has(uri));
}
