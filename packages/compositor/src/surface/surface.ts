import type { JsonObject } from "@sallyport/contract/json";
import type { DefinitionLedger } from "@sallyport/store";
import type { MountListing } from "../mounts/listing.ts";
import type { Mount } from "../mounts/mount.ts";
import { type Exposed, ExposedNames, nameOnFront } from "./exposed-names.ts";
import { type ToolEntry, toolEntry } from "./tool-entry.ts";

export interface PromptEntry extends Exposed {
  readonly prompt: string;
  readonly shown: JsonObject;
}

/** What went otherwise than the child wanted when its listing came in; each becomes an event. */
export interface SurfaceNotice {
  action: "name-shadowed" | "definition-changed" | "definition-unusable";
  mount: Mount;
  tool: string;
}

export interface SurfacePowers {
  agent: string;
  definitions: DefinitionLedger;
  notice: (notice: SurfaceNotice) => void;
  /** A later mount lost its name to one that was wanted earlier. */
  evict: (mount: Mount, reason: string) => void;
}

/** What one mount may have noticed about it; a child that changes for ever must not fill the timeline. */
const MOST_NOTICES = 1_000;

/** What is on the front: names of tools and prompts, and the way back from each. */
export class Surface {
  readonly tools = new ExposedNames<ToolEntry>();
  readonly prompts = new ExposedNames<PromptEntry>();
  readonly #powers: SurfacePowers;
  /** What was noticed already: a child that lists a hundred times is told of once. */
  readonly #noticed = new WeakMap<Mount, Set<string>>();

  constructor(powers: SurfacePowers) {
    this.#powers = powers;
  }

  /** Takes a mount's listing onto the front. Throws `MountConflict` or `ReservedName`. */
  async admit(mount: Mount, listing: MountListing): Promise<void> {
    const tools = await this.#pinned(mount, listing.tools);
    const prompts = listing.prompts.flatMap((shown) => promptEntry(mount, shown) ?? []);
    for (const admission of [
      this.tools.admit(mount, tools, listing.isFirst),
      this.prompts.admit(mount, prompts, listing.isFirst),
    ]) {
      for (const { exposed } of admission.shadowed) this.#notice({ action: "name-shadowed", mount, tool: exposed });
      for (const { mount: evicted, conflict } of admission.evicted) this.#powers.evict(evicted, conflict.message);
    }
  }

  /**
   * A person decided about one of a mount's definitions, or another gateway saw another one. Nothing is observed here:
   * two gateways with two versions of a server would tell each other of theirs for ever.
   */
  async recheck(mount: Mount): Promise<void> {
    const { agent, definitions } = this.#powers;
    const accepted = await definitions.accepted({ agent, server: mount.name });
    const entries = this.tools.of(mount).map((entry) => {
      return { ...entry, isQuarantined: !mount.isTrusted && accepted.get(entry.tool) !== entry.digest };
    });
    if (entries.length > 0) this.tools.admit(mount, entries, false);
  }

  /** Prompts change without the tools; a list of them that was just made brings the names up to date. */
  admitPrompts(mount: Mount, prompts: readonly JsonObject[]): void {
    this.prompts.admit(
      mount,
      prompts.flatMap((shown) => promptEntry(mount, shown) ?? []),
      false,
    );
  }

  remove(mount: Mount): void {
    this.tools.remove(mount);
    this.prompts.remove(mount);
  }

  /** Entries whose definition a person knows; the rest marked, unless somebody vouches for the mount. */
  async #pinned(mount: Mount, definitions: readonly JsonObject[]): Promise<ToolEntry[]> {
    const entries = definitions.flatMap((definition) => this.#readable(mount, definition) ?? []);
    if (mount.isTrusted || entries.length === 0) return entries;
    // Of a name that is listed twice the first counts; `ExposedNames` keeps the others off the front.
    const first = new Map(entries.toReversed().map((entry) => [entry.tool, entry]));
    const changes = await this.#powers.definitions.observe({
      agent: this.#powers.agent,
      server: mount.name,
      tools: Array.from(first.values(), ({ tool, definition, digest }) => ({
        tool,
        definition: mount.mask.value(definition),
        digest,
      })),
    });
    const changed = new Set(changes.map(({ tool }) => tool));
    return entries.map((entry) => {
      if (!changed.has(entry.tool)) return entry;
      this.#notice({ action: "definition-changed", mount, tool: entry.tool }, entry.digest);
      return { ...entry, isQuarantined: true };
    });
  }

  #readable(mount: Mount, definition: JsonObject): ToolEntry | null {
    try {
      return toolEntry(mount, definition);
    } catch {
      // No canonical form (a lone surrogate, for instance), so nothing a person accepts could be bound to it.
      this.#notice({ action: "definition-unusable", mount, tool: String(definition.name).slice(0, 128) });
      return null;
    }
  }

  #notice(notice: SurfaceNotice, detail = ""): void {
    const noticed = this.#noticed.get(notice.mount) ?? new Set();
    this.#noticed.set(notice.mount, noticed);
    const key = `${notice.action} ${notice.tool} ${detail}`;
    if (noticed.has(key) || noticed.size >= MOST_NOTICES) return;
    noticed.add(key);
    this.#powers.notice(notice);
  }
}

function promptEntry(mount: Mount, definition: JsonObject): PromptEntry | null {
  const { name } = definition;
  if (typeof name !== "string" || name === "") return null;
  const exposed = nameOnFront(mount, name);
  return { exposed, mount, prompt: name, shown: { ...definition, name: exposed } };
}
