import { URIS } from "@sallyport/contract/uris";
import type { RequestOptions } from "@sallyport/mcp";
import type { CallerView } from "../view/caller-view.ts";
import type { Catalogue } from "../view/catalogue.ts";
import { notFound, wordsOf } from "../view/view-fault.ts";
import { Lanes } from "./lanes.ts";

/** How long an origin may take over one question of ours, in milliseconds. */
const ORIGIN: RequestOptions = { timeoutMs: 15_000 };

export interface Subscribed {
  server: string;
  uri: string;
}

/** How a subscription stands with its origin. */
export interface Standing {
  present: boolean;
  active: boolean;
  last_error: string | null;
  last_updated_at: string | null;
}

interface Followed extends Subscribed {
  isWanted: boolean;
  /** As the view knows it, once it was asked for. */
  frontUri: string | null;
  standing: Standing;
}

interface FollowingPowers {
  view: Pick<CallerView, "request">;
  catalogue: Catalogue;
  now: () => number;
  /** Something stands differently. */
  onChange: () => void;
}

/** Keeps the view subscribed to what is wanted. Each server has its own lane: one that is slow holds up nobody else. */
export class Following {
  readonly #powers: FollowingPowers;
  readonly #followed = new Map<string, Followed>();
  readonly #lanes = new Lanes((key) => this.#settle(key));
  /** Why the view cannot be asked. */
  #lostBecause: string | null = "not connected yet";

  constructor(powers: FollowingPowers) {
    this.#powers = powers;
  }

  /** Follows exactly these from now on. */
  follow(wanted: readonly Subscribed[]): void {
    const keys = new Set(wanted.map(keyOf));
    for (const [key, followed] of this.#followed) if (!keys.has(key)) this.#want(key, followed, false);
    for (const { server, uri } of wanted) {
      const key = keyOf({ server, uri });
      const followed = this.#followed.get(key) ?? { server, uri, isWanted: false, frontUri: null, standing: UNSETTLED };
      this.#followed.set(key, followed);
      this.#want(key, followed, true);
    }
  }

  /** Asks the origin of one, unless it is being asked; resolves when it has answered. */
  async settle(subscribed: Subscribed): Promise<void> {
    await this.#lanes.over(subscribed.server, keyOf(subscribed));
  }

  /** Asks these servers again, or all: they may have forgotten us, or think otherwise by now. */
  settleAgain(servers: ReadonlySet<string> | "all"): void {
    for (const [key, { server }] of this.#followed) {
      if (servers === "all" || servers.has(server)) this.#lanes.ask(server, key);
    }
  }

  /** The view is there; nobody is subscribed to anything yet. */
  connected(): void {
    this.#lostBecause = null;
    this.settleAgain("all");
  }

  lost(reason: string): void {
    this.#lostBecause = `the compositor cannot be reached: ${reason}`;
    for (const followed of this.#followed.values()) this.#stand(followed, this.#gone(this.#lostBecause));
  }

  /** The view told that a resource changed. True where it is followed. */
  updated(frontUri: string): boolean {
    const exact = this.#under((uri) => uri === frontUri);
    // An origin may also tell of something below what was subscribed to.
    const told = exact.length > 0 ? exact : this.#under((uri) => frontUri.startsWith(uri));
    const last_updated_at = new Date(this.#powers.now()).toISOString();
    // Our own page would change by telling that it did, for ever.
    for (const each of told) if (each.uri !== URIS.subscriptions) this.#stand(each, { last_updated_at });
    return told.length > 0;
  }

  standing(subscribed: Subscribed): Standing {
    return this.#followed.get(keyOf(subscribed))?.standing ?? UNSETTLED;
  }

  #under(isMeant: (frontUri: string) => boolean): Followed[] {
    const found = [];
    for (const each of this.#followed.values()) {
      if (each.isWanted && each.frontUri !== null && isMeant(each.frontUri)) found.push(each);
    }
    return found;
  }

  #want(key: string, followed: Followed, isWanted: boolean): void {
    if (followed.isWanted === isWanted) return;
    followed.isWanted = isWanted;
    this.#lanes.ask(followed.server, key);
  }

  async #settle(key: string): Promise<void> {
    const followed = this.#followed.get(key);
    if (followed === undefined) return;
    if (followed.isWanted) await this.#subscribe(followed);
    else await this.#leave(key, followed);
  }

  async #subscribe(followed: Followed): Promise<void> {
    if (this.#lostBecause !== null) {
      this.#stand(followed, this.#gone(this.#lostBecause));
      return;
    }
    const { view, catalogue } = this.#powers;
    const { server, uri } = followed;
    try {
      const { unavailable, uris } = await catalogue.last();
      const reason = unavailable.get(server);
      if (reason !== undefined) {
        this.#stand(followed, this.#gone(`server \`${server}\` is down: ${reason}`));
        return;
      }
      const frontUri = await catalogue.frontUri(server, uri);
      if (frontUri === null) throw notFound({ server, uri });
      followed.frontUri = frontUri;
      const refused = await view.request("resources/subscribe", { uri: frontUri }, ORIGIN).then(() => null, wordsOf);
      // Whoever was lost meanwhile has been said to be.
      if (this.#lostBecause !== null) return;
      this.#stand(followed, { active: refused === null, last_error: refused });
      const isPresent = uris.get(server)?.has(uri) === true || (await this.#isReadable(frontUri));
      if (this.#lostBecause === null) this.#stand(followed, { present: isPresent });
    } catch (error) {
      this.#stand(followed, this.#gone(wordsOf(error)));
    }
  }

  async #isReadable(uri: string): Promise<boolean> {
    return this.#powers.view.request("resources/read", { uri }, ORIGIN).then(
      () => true,
      () => false,
    );
  }

  async #leave(key: string, { frontUri, standing }: Followed): Promise<void> {
    this.#followed.delete(key);
    if (frontUri === null || !standing.active) return;
    // Where it fails there is nothing left to end, or nobody to tell.
    await this.#powers.view.request("resources/unsubscribe", { uri: frontUri }, ORIGIN).catch(() => undefined);
  }

  #gone(last_error: string): Partial<Standing> {
    return { present: false, active: false, last_error };
  }

  #stand(followed: Followed, standing: Partial<Standing>): void {
    followed.standing = { ...followed.standing, ...standing };
    this.#powers.onChange();
  }
}

const UNSETTLED: Standing = { present: false, active: false, last_error: null, last_updated_at: null };

/** A mount name has no space. */
const keyOf = ({ server, uri }: Subscribed) => `${server} ${uri}`;
