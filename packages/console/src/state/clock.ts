import { type ReadonlySignal, signal } from "@preact/signals";

/** The time, told every second: ages and what is left go by it. */
export function openClock(): ReadonlySignal<number> {
  const now = signal(Date.now());
  setInterval(() => {
    now.value = Date.now();
  }, 1_000);
  return now;
}
