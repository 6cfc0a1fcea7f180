import type { MountState } from "@sallyport/contract/mounts";
import type { TimelineEntry } from "@sallyport/contract/timeline";
import type { CompositorPowers } from "../powers.ts";
import type { SurfaceNotice } from "../surface/surface.ts";
import type { Mount } from "./mount.ts";
import { shownState } from "./mount-phase.ts";

const MOVES: Readonly<Record<MountState["state"], string>> = {
  initializing: "mount-started",
  running: "mount-running",
  failed: "mount-failed",
};

/**
 * Writes down what mounts do: their state for those who read it, and each move on the timeline. The agent's view keeps the
 * record of states; the human's has none of its own servers to tell of.
 */
export class MountJournal {
  readonly #powers: Pick<CompositorPowers, "agent" | "principal" | "instance" | "store" | "log">;
  readonly #shown = new Map<string, string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(powers: Pick<CompositorPowers, "agent" | "principal" | "instance" | "store" | "log">) {
    this.#powers = powers;
  }

  moved(mount: Mount): void {
    const { agent, instance, store, principal } = this.#powers;
    const { phase } = mount.phase;
    if (principal !== "agent" || phase === "idle" || phase === "stopped") return;
    const state = shownState(mount.phase);
    const since = new Date(mount.since).toISOString();
    const { name, origin, isPinned: pinned, source, restarts } = mount;
    const spec_digest = source.kind === "server" ? source.spec.digest : "";
    const how = { origin, pinned, spec_digest, sandbox: "not confined" };
    this.#write(() =>
      store.mounts.record({ agent, view: principal, owner: instance, name, ...how, state, restarts, since }),
    );
    const error = state.state === "failed" ? { code: "mount_failed", message: state.error.slice(0, 500) } : undefined;
    const told = `${state.state} ${error?.message ?? ""}`;
    // Listing again moves the record, and is no event.
    if (this.#shown.get(mount.name) === told) return;
    this.#shown.set(mount.name, told);
    if (error !== undefined) this.#powers.log(`server \`${mount.name}\` failed: ${error.message}`);
    this.#event({
      action: MOVES[state.state],
      status: state.state === "failed" ? "error" : "ok",
      server: mount.name,
      ...(error && { error }),
    });
  }

  removed(mount: Mount): void {
    const { agent, store, principal } = this.#powers;
    if (principal !== "agent") return;
    this.#shown.delete(mount.name);
    this.#write(() => store.mounts.remove({ agent, view: principal, name: mount.name }));
    this.#event({ action: "mount-removed", status: "ok", server: mount.name });
  }

  noticed({ action, mount, tool }: SurfaceNotice): void {
    const violation_type = action.replaceAll("-", "_");
    this.#event({ action, status: "refused", server: mount.name, tool: tool.slice(0, 128), violation_type });
  }

  /** Resolves when everything so far is written, or could not be. */
  written(): Promise<void> {
    return this.#writing;
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
