import type { ReservedMount } from "@sallyport/contract/names";
import type { PrincipalKind } from "@sallyport/contract/principals";
import type { ResourceEntry, TemplateEntry } from "@sallyport/contract/resources";
import { childUri, frontUri, URIS } from "@sallyport/contract/uris";
import type { CallerView } from "./caller-view.ts";
import { listView, type Unavailable } from "./list-view.ts";
import { readResourceEntry, readTemplateEntry } from "./listed-entry.ts";

/** Has a page for each mount, also for those that list nothing; a person's has the mounts of the agent's view too. */
const META: ReservedMount = "compositor_meta";

/** How long the view may take to list, in milliseconds. */
const LIST_MS = 60_000;

/** What the view listed, in the tools' words. */
export interface Listed {
  resources: readonly ResourceEntry[];
  /** The same by server, their URIs only. */
  uris: ReadonlyMap<string, ReadonlySet<string>>;
  templates: readonly TemplateEntry[];
  /** Servers whose resources could not be had. A server without templates may be amiss there and well here. */
  unavailable: Unavailable;
  templatesUnavailable: Unavailable;
  /** Every server that is known to be there, up or down. */
  servers: ReadonlySet<string>;
}

/** What is in the view, and by which URI the view knows it. */
export class Catalogue {
  readonly #view: Pick<CallerView, "request">;
  readonly #principal: PrincipalKind;
  #last: Promise<Listed> | null = null;
  /** Whether each server seen so far keeps its own URIs on the front. It stays known while the server is down. */
  readonly #isAsIs = new Map<string, boolean>();

  constructor(view: Pick<CallerView, "request">, principal: PrincipalKind) {
    this.#view = view;
    this.#principal = principal;
  }

  /** Lists anew. */
  async list(signal?: AbortSignal): Promise<Listed> {
    const options = { timeoutMs: LIST_MS, ...(signal && { signal }) };
    const [resources, templates] = await Promise.all([
      listView(this.#view, "resources/list", "resources", options),
      listView(this.#view, "resources/templates/list", "resourceTemplates", options),
    ]);
    const listed = resources.entries.flatMap((entry) => readResourceEntry(entry) ?? []);
    const listedTemplates = templates.entries.flatMap((entry) => readTemplateEntry(entry) ?? []);
    const owned = [...listedTemplates, ...listed];
    const servers = new Set([
      ...owned.map(({ server }) => server),
      ...(this.#principal === "agent" ? mountsShown(listed) : []),
      ...resources.unavailable.keys(),
      ...templates.unavailable.keys(),
    ]);
    for (const { server, isAsIs } of owned) this.#isAsIs.set(server, isAsIs);
    for (const server of this.#isAsIs.keys()) if (!servers.has(server)) this.#isAsIs.delete(server);
    return {
      resources: listed.map(({ entry }) => entry),
      uris: urisByServer(listed),
      templates: listedTemplates.map(({ entry }) => entry),
      unavailable: resources.unavailable,
      templatesUnavailable: templates.unavailable,
      servers,
    };
  }

  /** What was listed last, unless something changed since. */
  last(): Promise<Listed> {
    if (this.#last !== null) return this.#last;
    const last = this.list();
    this.#last = last;
    last.catch(() => {
      if (this.#last === last) this.#last = null;
    });
    return last;
  }

  /** What was listed last holds no more. */
  changed(): void {
    this.#last = null;
  }

  /** The URI by which the view knows a server's own; null where it can have none. */
  async frontUri(server: string, uri: string): Promise<string | null> {
    if (!this.#isAsIs.has(server) && !(await this.#mayBeThere(server))) return null;
    if (this.#isAsIs.get(server) !== true) return frontUri(server, uri);
    const { uris } = await this.last();
    return this.#isAnothers(server, uri, uris) ? null : uri;
  }

  /**
   * A server that lists nothing is known by its page only. Where there are pages, or a server whose URIs stay as they are,
   * a name that is nobody's is refused: a URI made with it might be that server's own.
   */
  async #mayBeThere(server: string): Promise<boolean> {
    if ((await this.last()).servers.has(server)) return true;
    // It may have come just now.
    this.changed();
    const { servers } = await this.last();
    const hasPages = this.#principal === "agent" && servers.has(META);
    return servers.has(server) || !(hasPages || [...this.#isAsIs.values()].includes(true));
  }

  /** Nothing in a URI that stays as it is says whose it is: under one server's name it must not lead to another. */
  #isAnothers(server: string, uri: string, uris: Listed["uris"]): boolean {
    const prefixed = childUri(uri)?.mount;
    if (prefixed !== undefined && this.#isAsIs.get(prefixed) === false) return true;
    const others = [...uris].filter(([other]) => other !== server && this.#isAsIs.get(other) === true);
    return others.some(([, theirs]) => theirs.has(uri)) && uris.get(server)?.has(uri) !== true;
  }
}

function urisByServer(listed: readonly { server: string; uri: string }[]): Map<string, Set<string>> {
  const uris = new Map<string, Set<string>>();
  for (const { server, uri } of listed) uris.set(server, (uris.get(server) ?? new Set()).add(uri));
  return uris;
}

function mountsShown(listed: readonly { server: string; uri: string }[]): string[] {
  const prefix = URIS.mountState("");
  return listed.flatMap(({ server, uri }) =>
    server === META && uri.startsWith(prefix) ? [uri.slice(prefix.length)] : [],
  );
}
