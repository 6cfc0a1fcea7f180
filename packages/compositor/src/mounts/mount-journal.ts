import type { MountState } from "@sallyport/contract/mounts";
import type { TimelineEntry } from "@sallyport/contract/timeline";
import type { CompositorPowers } from "../powers.ts";
import type { SurfaceNotice } from "../surface/surface.ts";
import { launchOf } from "./launch-of.ts";
import type { Mount } from "./mount.ts";

const MOVES: Readonly<Record<MountState["state"], string>> = {
  initializing: "mount-started",
  running: "mount-running",
  failed: "mount-failed",
};

type JournalPowers = Pick<CompositorPowers, "agent" | "principal" | "instance" | "records" | "store" | "log">;

/**
 * Writes down what mounts do: their state for those who read it, and each move in an agent's view on the timeline. The
 * product's own are there at every start, which is no event; that one fails is.
 */
export class MountJournal {
  readonly #powers: JournalPowers;
  readonly #told = new WeakMap<Mount, string>();
  /** Of each mount's stderr, how many lines had come when it was recorded. */
  readonly #recorded = new WeakMap<Mount, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(powers: JournalPowers) {
    this.#powers = powers;
  }

  moved(mount: Mount): void {
    const { phase } = mount.phase;
    if (phase === "stopped") return;
    const { state } = mount;
    this.#record(mount, state);
    if (phase === "idle") return;
    const error = state.state === "failed" ? { code: "mount_failed", message: state.error.slice(0, 500) } : undefined;
    const told = `${state.state} ${error?.message ?? ""}`;
    // Listing again moves the record, and is no event.
    if (this.#told.get(mount) === told) return;
    this.#told.set(mount, told);
    if (error !== undefined) this.#powers.log(`server \`${mount.name}\` failed: ${error.message}`);
    if (this.#powers.principal !== "agent" || (mount.isProduct && error === undefined)) return;
    this.#event({
      action: MOVES[state.state],
      status: state.state === "failed" ? "error" : "ok",
      server: mount.name,
      ...(error && { error }),
    });
  }

  /** Resolves when the new lines of its stderr are recorded, or could not be; at once where its last move took them along. */
  async wrote(mount: Mount): Promise<void> {
    const { name, stderr } = mount;
    const { agent, principal: view, instance: owner, records, store } = this.#powers;
    if (!records || this.#recorded.get(mount) === stderr.count) return;
    const written = this.#stderrOf(mount);
    this.#write(() => store.mounts.recordStderr({ agent, view, owner, name, ...written }));
    await this.#writing;
  }

  /** `isReplaced` where another mount has the name by now, and with it the record. */
  removed(mount: Mount, isReplaced: boolean): void {
    const { agent, principal: view, instance: owner, records, store } = this.#powers;
    const { name } = mount;
    if (records && !isReplaced) this.#write(() => store.mounts.remove({ agent, view, name, owner }));
    if (view === "agent" && !mount.isProduct) this.#event({ action: "mount-removed", status: "ok", server: name });
  }

  noticed({ action, mount, tool }: SurfaceNotice): void {
    const violation_type = action.replaceAll("-", "_");
    this.#event({
      action,
      status: "refused",
      server: mount.name,
      tool: mount.mask.text(tool).slice(0, 128),
      violation_type,
    });
  }

  /** Resolves when everything so far is written, or could not be. */
  written(): Promise<void> {
    return this.#writing;
  }

  #record(mount: Mount, state: MountState): void {
    const { name, origin, isPinned: pinned, source, restarts, since } = mount;
    const { agent, principal: view, instance: owner, records, store } = this.#powers;
    if (!records) return;
    const spec_digest = source.kind === "server" ? source.spec.digest : "";
    const how = { origin, pinned, spec_digest, launch: launchOf(mount), sandbox: "not confined" };
    const at = { restarts, since: new Date(since).toISOString() };
    const written = this.#stderrOf(mount);
    this.#write(() => store.mounts.record({ agent, view, owner, name, ...how, state, ...at, ...written }));
  }

  #stderrOf(mount: Mount): { stderr: string[]; stderr_lines: number } {
    const { count } = mount.stderr;
    this.#recorded.set(mount, count);
    return { stderr: mount.stderr.lines(), stderr_lines: count };
  }

  #event(entry: Omit<TimelineEntry, "agent" | "phase">): void {
    const { agent, store } = this.#powers;
    this.#write(() => store.events.append({ agent, phase: "mount", ...entry }));
  }

  // One after the other: a state that was written late must not stand over a later one.
  #write(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      this.#powers.log(
        `what mounts do could not be recorded: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
}
