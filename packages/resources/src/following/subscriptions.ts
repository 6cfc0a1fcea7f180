import type { SubscriptionsPage } from "@sallyport/contract/resources";
import { URIS } from "@sallyport/contract/uris";
import type { ResourceChange } from "@sallyport/mcp";
import type { ResourcesPowers } from "../powers.ts";
import { CallerView } from "../view/caller-view.ts";
import { Catalogue, type Listed } from "../view/catalogue.ts";
import { Following, type Subscribed } from "./following.ts";
import { ListingChanges } from "./listing-changes.ts";
import { Paced } from "./paced.ts";

/** Least time between two looks at the view's lists, and between two tellings of our page, in milliseconds. */
const PAUSE_MS = 250;
/** Least time between two rounds in which every origin is asked again. */
const ROUND_MS = 2_000;
/** Least time between two tellings of one resource. */
const RELAY_MS = 50;
/** After a look that failed although the view is connected. */
const RETRY_MS = 5_000;

/** Keeps what is wanted, as the store has it, in force in the view, and tells of what comes of it. */
export class Subscriptions {
  readonly view: CallerView;
  readonly catalogue: Catalogue;
  readonly #powers: ResourcesPowers;
  readonly #now: () => number;
  readonly #pinned: readonly (Subscribed & { added_at: string })[];
  readonly #following: Following;
  readonly #listing = new ListingChanges();
  /** The view as last looked at; null while it cannot be. */
  #listed: Listed | null = null;
  /** When the resources of each selected server last came or went. */
  readonly #listChangedAt = new Map<string, string>();
  #isRound = false;
  readonly #look = new Paced(PAUSE_MS, () => this.#lookAround());
  readonly #round = new Paced(ROUND_MS, async () => this.#startRound());
  readonly #tellPage = new Paced(PAUSE_MS, () => this.#tellOfPage());
  readonly #relay = new Paced(RELAY_MS, async () => this.#relayUpdates());
  readonly #updates = new Set<string>();
  readonly #listeners = new Set<(change: ResourceChange) => void>();
  readonly #unwatch: () => void;
  #syncing: Promise<void> = Promise.resolve();
  #toldPage = "";
  #retry: NodeJS.Timeout | undefined;

  constructor(powers: ResourcesPowers) {
    this.#powers = powers;
    this.#now = powers.now ?? Date.now;
    const added_at = this.#time();
    this.#pinned = (powers.pinned ?? []).map(({ server, uri }) => ({ server, uri, added_at }));
    this.view = new CallerView(powers.connectView, {
      connected: () => this.#connected(),
      lost: (reason) => this.#lost(reason),
      notified: (method, { uri }) => this.#notified(method, uri),
    });
    const { agent, principal } = powers.subscriber;
    this.catalogue = new Catalogue(this.view, principal);
    this.#following = new Following({
      view: this.view,
      catalogue: this.catalogue,
      now: this.#now,
      onChange: () => this.#tellPage.ask(),
    });
    this.#unwatch = powers.changes.watch((change) => {
      if (change.topic === "subscriptions" && change.agent === agent && change.key === principal) this.#look.ask();
    });
    this.view.open();
  }

  /** Follows what the store wants now. */
  sync(): Promise<void> {
    const sync = async () => {
      const wanted = await this.#powers.subscriptions.resources(this.#powers.subscriber);
      this.#following.follow([...this.#pinned, ...wanted]);
      this.#tellPage.ask();
    };
    // One after the other: an older answer of the store must not undo a newer one.
    this.#syncing = this.#syncing.then(sync, sync);
    return this.#syncing;
  }

  /** Asks the origin of one that is wanted, and answers how it stands then. */
  async settle(subscribed: Subscribed): Promise<{ active: boolean; last_error: string | null }> {
    await this.#following.settle(subscribed);
    const { active, last_error } = this.#following.standing(subscribed);
    return { active, last_error };
  }

  isPinned({ server, uri }: Subscribed): boolean {
    return this.#pinned.some((pinned) => pinned.server === server && pinned.uri === uri);
  }

  async page(): Promise<SubscriptionsPage> {
    const { subscriptions, subscriber } = this.#powers;
    const [own, lists] = await Promise.all([subscriptions.resources(subscriber), subscriptions.lists(subscriber)]);
    const rows = [...this.#pinned, ...own.filter((each) => !this.isPinned(each))];
    return {
      subscriptions: rows.map(({ server, uri, added_at }) => ({
        server,
        uri,
        pinned: this.isPinned({ server, uri }),
        added_at,
        ...this.#following.standing({ server, uri }),
      })),
      list_subscriptions: lists.map((server) => {
        const isThere = this.#listed?.servers.has(server) === true && !this.#listed.unavailable.has(server);
        return {
          server,
          present: isThere,
          active: isThere,
          last_changed_at: this.#listChangedAt.get(server) ?? null,
        };
      }),
    };
  }

  watch(listener: (change: ResourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#unwatch();
    for (const paced of [this.#look, this.#round, this.#tellPage, this.#relay]) paced.close();
    clearTimeout(this.#retry);
    this.#listeners.clear();
    await this.view.close();
  }

  #connected(): void {
    this.catalogue.changed();
    this.#following.connected();
    this.#look.ask();
  }

  #lost(reason: string): void {
    this.#listed = null;
    this.catalogue.changed();
    this.#following.lost(reason);
    this.#tellPage.ask();
    // What is wanted is shown although nothing of it can be had.
    this.#look.ask();
  }

  #notified(method: string, uri: unknown): void {
    if (method === "notifications/resources/list_changed") {
      this.catalogue.changed();
      this.#look.ask();
    }
    // Whenever a mount comes or goes, the view says so of its tools too; and a mount that came back has forgotten us.
    if (method === "notifications/tools/list_changed") this.#round.ask();
    if (method !== "notifications/resources/updated" || typeof uri !== "string") return;
    if (!this.#following.updated(uri) || !this.#powers.relaysUpdates) return;
    this.#updates.add(uri);
    this.#relay.ask();
  }

  #startRound(): void {
    this.#isRound = true;
    this.catalogue.changed();
    this.#look.ask();
  }

  async #lookAround(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      await this.sync();
      if (!this.view.isConnected) return;
      const lists = new Set(await this.#powers.subscriptions.lists(this.#powers.subscriber));
      const listed = await this.catalogue.last();
      if (!this.view.isConnected) return;
      const { changed, moved } = this.#listing.take(listed);
      this.#listed = listed;
      this.#selectionsChanged(changed, lists);
      this.#following.settleAgain(this.#isRound ? "all" : moved);
      this.#isRound = false;
      this.#tellPage.ask();
    } catch {
      // A store or a view that does not answer is met again, with its error, by whoever calls a tool.
      this.#retry = setTimeout(() => this.#look.ask(), RETRY_MS).unref();
    }
  }

  #selectionsChanged(changed: ReadonlySet<string>, selected: ReadonlySet<string>): void {
    for (const server of this.#listChangedAt.keys()) if (!selected.has(server)) this.#listChangedAt.delete(server);
    const told = [...changed].filter((server) => selected.has(server));
    for (const server of told) this.#listChangedAt.set(server, this.#time());
    if (told.length > 0 && this.#powers.relaysUpdates) this.#tell({ kind: "list_changed" });
  }

  async #tellOfPage(): Promise<void> {
    const page = await this.page().then(JSON.stringify, () => null);
    if (page === null || page === this.#toldPage) return;
    this.#toldPage = page;
    this.#tell({ kind: "updated", uri: URIS.subscriptions });
  }

  #relayUpdates(): void {
    for (const uri of this.#updates) this.#tell({ kind: "relayed", uri });
    this.#updates.clear();
  }

  #tell(change: ResourceChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}
