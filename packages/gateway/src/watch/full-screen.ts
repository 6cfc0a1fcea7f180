import { DECISION_WORDS, missedWords } from "./decision-words.ts";
import { followWaiting } from "./follow-waiting.ts";
import { frameOf } from "./frame.ts";
import type { Screen } from "./screen.ts";
import { update } from "./update.ts";
import type { WatchDoor } from "./watch-door.ts";
import { startState, type WatchEffect, type WatchEvent } from "./watch-state.ts";

/** How often ages and times left are looked at, in milliseconds. */
const TICK_MS = 250;

/** Runs the watch on a screen until the person quits, the terminal goes or `stop` is aborted. */
export async function runFullScreen(door: WatchDoor, screen: Screen, stop: AbortSignal): Promise<void> {
  const quit = Promise.withResolvers<void>();
  let state = startState(door.agent, screen.size());
  let isPainting = false;
  let isStale = false;

  function dispatch(event: WatchEvent): void {
    const [next, effects] = update(state, event, Date.now());
    state = next;
    for (const effect of effects) perform(effect).catch(quit.reject);
    paint();
  }

  /** One frame at a time: what happens while the terminal takes one shows in the next. */
  function paint(): void {
    isStale = true;
    if (!isPainting) paintAll().catch(quit.reject);
  }

  async function paintAll(): Promise<void> {
    isPainting = true;
    while (isStale) {
      // Whatever else comes in this turn is in the same frame.
      await new Promise((settle) => setImmediate(settle));
      isStale = false;
      const frame = frameOf(state, Date.now());
      await screen.paint(frame);
      if (frame.shows !== null) notePainted(frame.shows);
    }
    isPainting = false;
  }

  function notePainted({ id, endShown }: { id: string; endShown: boolean }): void {
    const { page } = state;
    if (page.kind !== "detail" || page.id !== id) return;
    if (page.shownAt === null || (endShown && !page.endShown)) dispatch({ kind: "painted", id, endShown });
  }

  async function perform(effect: WatchEffect): Promise<void> {
    switch (effect.kind) {
      case "quit":
        return quit.resolve();
      case "read-record": {
        const record = await door.record(effect.id).catch(() => null);
        return record === null ? undefined : dispatch({ kind: "record-read", record });
      }
      case "read-history":
        return dispatch({ kind: "history-read", decided: await door.decided() });
      case "allow":
        return decide(effect.id, "Allowed", true, async () => DECISION_WORDS[await door.allow(effect.id)]);
      case "extend":
        return extend(effect.id);
      case "undo":
        return decide(effect.id, "Took back", false, async () => {
          await door.takeBack(effect.id);
          return DECISION_WORDS.takenBack;
        });
      case "deny":
        return decide(effect.id, effect.stop ? "Denied, and stopped the agent:" : "Denied", false, async () => {
          await door.deny(effect.id, effect);
          return effect.stop ? DECISION_WORDS.stopped(door.agent) : DECISION_WORDS.denied(effect.reason);
        });
    }
  }

  /** Nothing is shown as decided before the store has it; then what is shown is read again first. */
  async function decide(id: string, what: string, allowed: boolean, act: () => Promise<string>): Promise<void> {
    const name = nameOf(id);
    let event: WatchEvent;
    try {
      event = { kind: "decided", id, words: `${what} ${name}: ${await act()}`, allowed };
    } catch (error) {
      event = { kind: "missed", what: "decision", id, words: `${name}: ${missedWords(error, Date.now())}` };
    }
    await following.read();
    dispatch(event);
  }

  async function extend(id: string): Promise<void> {
    const name = nameOf(id);
    let event: WatchEvent;
    try {
      const expires = await door.extend(id);
      event = { kind: "extended", id, words: `More time for ${name}: ${DECISION_WORDS.extended(expires, Date.now())}` };
    } catch (error) {
      event = { kind: "missed", what: "time", id, words: `${name}: ${missedWords(error, Date.now())}` };
    }
    await following.read();
    dispatch(event);
  }

  function nameOf(id: string): string {
    return (state.records.get(id) ?? state.waiting?.get(id))?.name ?? id;
  }

  async function readMounts(): Promise<void> {
    const mounts = await door.mounts().catch(() => null);
    if (mounts !== null) dispatch({ kind: "mounts-read", mounts });
  }

  const following = followWaiting(door, {
    waiting: (approvals) => dispatch({ kind: "waiting-read", approvals }),
    moved: (id) => dispatch({ kind: "moved", id }),
    mountsMoved: () => void readMounts(),
    failed: (words) => dispatch({ kind: "read-failed", words }),
  });
  const unlisten = screen.listen({
    key: (key) => dispatch({ kind: "key", key }),
    resized: (size) => dispatch({ kind: "resized", ...size }),
    gone: () => quit.resolve(),
  });
  const clock = setInterval(paint, TICK_MS);
  const onStop = () => quit.resolve();
  stop.addEventListener("abort", onStop);
  try {
    void readMounts();
    if (stop.aborted) return;
    await quit.promise;
  } finally {
    stop.removeEventListener("abort", onStop);
    clearInterval(clock);
    unlisten();
    following.stop();
  }
}
