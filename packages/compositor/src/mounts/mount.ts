import type { MountRecord, MountState } from "@sallyport/contract/mounts";
import { visibleReason } from "@sallyport/contract/visible-text";
import type { Child, Peer, ServedTable } from "@sallyport/mcp";
import { ConnectionError } from "@sallyport/mcp";
import type { MountSpec } from "../mount-spec.ts";
import { isDeeper, MOST_LEVELS } from "../nesting.ts";
import { NoticeBudget } from "../relay/notice-budget.ts";
import type { Session } from "../sessions/session.ts";
import { listAll, type MountListing } from "./listing.ts";
import { type MountPhase, stateOf } from "./mount-phase.ts";
import { Paced } from "./paced.ts";
import { RestartBudget } from "./restart-budget.ts";
import { createSecretMask, NO_SECRETS, type SecretMask } from "./secret-mask.ts";
import { StderrRing } from "./stderr-ring.ts";

/** What is mounted: a server of the user's, or one of the product's in this process. */
export type MountSource = { kind: "server"; spec: MountSpec } | { kind: "product"; name: string; table: ServedTable };

/** A request of ours that a child is working on, so that its questions find the session they belong to. */
export interface InFlight {
  session: Session;
  client: Peer;
}

/** What a mount needs from the roof it is under. */
export interface MountHost {
  /** Reaches the server. Aborting leaves nothing running. */
  connect(mount: Mount, signal: AbortSignal): Promise<Child>;
  /** Puts what the child lists on the front. Throws where it may not be there. */
  admit(mount: Mount, listing: MountListing): Promise<void>;
  /** Looks again at which of its definitions a person knows. */
  recheck(mount: Mount): Promise<void>;
  /** The phase moved: to be recorded and told. */
  moved(mount: Mount): void;
  /** It wrote lines to stderr. Resolves when they are recorded, or could not be. */
  wrote(mount: Mount): Promise<void>;
  /** The same child was listed again, for these reasons. */
  refreshed(mount: Mount, how: { due: ReadonlySet<Refresh>; isChanged: boolean }): void;
  notRefreshed(mount: Mount, error: unknown): void;
  clock: () => number;
}

/** Why what is on the front may be out of date: the child said so, or a person decided about its definitions. */
export type Refresh = "tools" | "prompts" | "definitions";

/** Between two listings of one child, in milliseconds: it may say a thousand times that something changed. */
const REFRESH_REST_MS = 100;
/** Between two records of what one child writes to stderr, in milliseconds. */
const STDERR_REST_MS = 2_000;
/** How long a child may take to list what it has, in milliseconds. */
const LISTING_MS = 30_000;
/** Between two starts that callers ask a failed mount for, in milliseconds. */
const ASKED_FOR_PAUSE_MS = 5_000;

/** One server under the roof: its wanted form, its one live child, and the phase it is in. */
export class Mount {
  readonly name: string;
  readonly source: MountSource;
  /** Order in which mounts were wanted: the earlier one keeps a name. The product's own come first. */
  readonly rank: number;
  readonly inFlight = new Set<InFlight>();
  /** Its questions that a client has not answered yet. */
  openQuestions = 0;
  /** What it tells clients by itself. */
  readonly talk = new NoticeBudget();
  readonly stderr = new StderrRing();
  /** Over everything about it that is shown or kept. */
  readonly mask: SecretMask;
  /** URIs of its last resource list; where names are as is, they say whose a URI is. */
  resourceUris: ReadonlySet<string> = new Set();
  restarts = 0;
  since: number;
  #phase: MountPhase = { phase: "idle" };
  #listedBefore = false;
  readonly #refreshing = new Paced<Refresh>(REFRESH_REST_MS, (due) => this.#refresh(due));
  readonly #writing = new Paced<"stderr">(STDERR_REST_MS, () => this.#host.wrote(this));
  #lastStart = 0;
  #onMove: (() => void)[] = [];
  #launch: { abort: AbortController; ended: Promise<void> } | null = null;
  readonly #budget = new RestartBudget();
  readonly #host: MountHost;

  constructor(source: MountSource, rank: number, host: MountHost) {
    this.source = source;
    this.name = source.kind === "product" ? source.name : source.spec.name;
    this.rank = rank;
    this.mask = source.kind === "product" ? NO_SECRETS : createSecretMask(source.spec);
    this.since = host.clock();
    this.#host = host;
  }

  get phase(): MountPhase {
    return this.#phase;
  }

  get isProduct(): boolean {
    return this.source.kind === "product";
  }

  get namesAsIs(): boolean {
    return this.source.kind === "server" && this.source.spec.namesAsIs;
  }

  get origin(): MountRecord["origin"] {
    return this.source.kind === "product" ? "product" : this.source.spec.origin;
  }

  /** Cannot be detached at run time. */
  get isPinned(): boolean {
    return this.source.kind === "product" || this.source.spec.pinned;
  }

  get isTrusted(): boolean {
    return this.source.kind === "product" || this.source.spec.trusted;
  }

  /** Deadline of one request in milliseconds; none where the user set none. */
  get timeoutMs(): number | undefined {
    if (this.source.kind === "product" || this.source.spec.timeoutSec === undefined) return undefined;
    return this.source.spec.timeoutSec * 1000;
  }

  /** What it is doing, as it may be shown. */
  get state(): MountState {
    return this.mask.value(stateOf(this.#phase));
  }

  /** The live child, if there is one. */
  get child(): Child | null {
    return this.#phase.phase === "running" ? this.#phase.child : null;
  }

  /** A line of its stderr. */
  heard(line: string): void {
    this.stderr.push(this.mask.text(line));
    this.#writing.ask("stderr");
  }

  offers(capability: string): boolean {
    const capabilities = this.child?.initialize.capabilities;
    return typeof capabilities === "object" && capabilities !== null && Object.hasOwn(capabilities, capability);
  }

  /** Starts it where it is down and may be started: at first, on a reconfiguration, or because a caller wants it. */
  start(why: "wanted" | "called"): void {
    const { phase } = this.#phase;
    if (phase !== "idle" && phase !== "failed") return;
    if (why === "called" && (phase === "idle" || this.#host.clock() - this.#lastStart < ASKED_FOR_PAUSE_MS)) return;
    this.#budget.refill();
    this.#begin();
  }

  /** Resolves when it is not starting any more, or after a while; never rejects. */
  async settled(withinMs: number): Promise<void> {
    await this.#leaves(["starting"], withinMs);
  }

  /** The child, waiting a moment for one that is being started again. Throws `ConnectionError` where there is none. */
  async reach(withinMs: number): Promise<Child> {
    if (this.#phase.phase === "running") return this.#phase.child;
    this.start("called");
    await this.#leaves(["starting", "backing_off"], withinMs);
    if (this.child !== null) return this.child;
    const reason = "error" in this.#phase ? this.#phase.error : "it is still starting";
    throw new ConnectionError("closed", reason);
  }

  async #leaves(phases: readonly MountPhase["phase"][], withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (phases.includes(this.#phase.phase)) {
      const left = deadline - performance.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#onMove.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Brings the front up to date, a moment later where that is asked for too often; the last change is always seen. */
  refresh(what: Refresh): void {
    this.#refreshing.ask(what);
  }

  async #refresh(due: ReadonlySet<Refresh>): Promise<void> {
    if (this.#phase.phase !== "running") return;
    const { child, tools } = this.#phase;
    try {
      if (due.has("tools") || due.has("prompts")) {
        const listing = await this.#list(child);
        if (this.child !== child) return;
        await this.#host.admit(this, listing);
        if (this.child === child) this.#phase = { phase: "running", child, tools: listing.tools };
      } else {
        await this.#host.recheck(this);
      }
      if (this.child !== child) return;
      const isChanged = JSON.stringify(tools) !== JSON.stringify(this.#phase.tools);
      this.#host.refreshed(this, { due, isChanged });
    } catch (error) {
      if (this.child === child) this.#host.notRefreshed(this, error);
    }
  }

  /** Takes a running mount down for good, for instance because its names are another's. */
  async refuse(error: string): Promise<void> {
    this.#listedBefore = false;
    await this.#end({ phase: "failed", error });
  }

  async stop(): Promise<void> {
    await this.#end({ phase: "stopped" });
  }

  async #end(phase: MountPhase): Promise<void> {
    const { child } = this;
    if (this.#phase.phase === "backing_off") clearTimeout(this.#phase.timer);
    this.#move(phase);
    this.#launch?.abort.abort(new ConnectionError("closed", "stopped"));
    await Promise.all([child?.close(), this.#launch?.ended, this.#refreshing.drop(), this.#writing.drop()]);
  }

  #begin(): void {
    const abort = new AbortController();
    this.#lastStart = this.#host.clock();
    this.#move({ phase: "starting" });
    this.#launch = { abort, ended: this.#start(abort.signal) };
  }

  async #start(signal: AbortSignal): Promise<void> {
    if (this.source.kind === "server" && this.source.spec.spec.type === "unstartable") {
      this.#move({ phase: "failed", error: this.source.spec.spec.error });
      return;
    }
    let child: Child | undefined;
    try {
      child = await this.#host.connect(this, signal);
      if (isDeeper(child.initialize, MOST_LEVELS)) throw new Error(`\`initialize\` is nested over ${MOST_LEVELS} deep`);
      const listing = await this.#list(child, signal);
      await this.#host.admit(this, listing);
      signal.throwIfAborted();
      this.#listedBefore = true;
      this.#move({ phase: "running", child, tools: listing.tools });
      const gone = child;
      void gone.closed.then((closed) => {
        if (this.child === gone) this.#comeBack(closed.detail);
      });
    } catch (error) {
      await child?.close();
      // Stopped meanwhile: the phase is no longer ours to move.
      if (signal.aborted) return;
      const text = error instanceof Error ? error.message : String(error);
      if (error instanceof ConnectionError && error.fault !== "spawn_failed") this.#comeBack(text);
      else this.#move({ phase: "failed", error: text });
    }
  }

  async #list(child: Child, signal?: AbortSignal): Promise<MountListing> {
    const { capabilities } = child.initialize;
    const has = (name: string) =>
      typeof capabilities === "object" && capabilities !== null && Object.hasOwn(capabilities, name);
    const options = { timeoutMs: LISTING_MS, ...(signal && { signal }) };
    const [tools, prompts] = await Promise.all([
      has("tools") ? listAll(child, "tools/list", "tools", options) : [],
      has("prompts") ? listAll(child, "prompts/list", "prompts", options) : [],
    ]);
    return { tools, prompts, isFirst: !this.#listedBefore };
  }

  #comeBack(detail: string): void {
    const lastWords = this.stderr.lines().at(-1);
    const error = lastWords === undefined ? detail : `${detail}; its last words: \`${visibleReason(lastWords)}\``;
    const wait = this.#budget.next(this.#host.clock());
    if (wait === null) {
      this.#move({ phase: "failed", error: `${error}; it was started again too often` });
      return;
    }
    this.restarts += 1;
    if (wait === 0) {
      this.#begin();
      return;
    }
    const timer = setTimeout(() => this.#begin(), wait);
    timer.unref();
    this.#move({ phase: "backing_off", error, timer });
  }

  #move(phase: MountPhase): void {
    this.#phase = "error" in phase ? { ...phase, error: this.mask.text(phase.error) } : phase;
    this.since = this.#host.clock();
    for (const wake of this.#onMove.splice(0)) wake();
    this.#host.moved(this);
  }
}
