import { useConsole } from "../state/console.ts";
import { ago, duration } from "../text/durations.ts";

/** How long ago something was; the exact time on pointing at it. */
export function Ago({ time }: { time: string }) {
  const { now } = useConsole();
  return (
    <time dateTime={time} title={new Date(time).toLocaleString()}>
      {ago(time, now.value)}
    </time>
  );
}

/** Below this much of its time something is about to end. */
const LAST_PART = 0.2;

/** How long something still waits, marked in words and weight when it is about to end. */
export function TimeLeft({ from, until }: { from: string; until: string }) {
  const { now } = useConsole();
  const left = Date.parse(until) - now.value;
  if (left <= 0) return <span class="ending">time is up</span>;
  const isEnding = left < (Date.parse(until) - Date.parse(from)) * LAST_PART;
  return (
    <span class={isEnding ? "ending" : ""} title={`until ${new Date(until).toLocaleTimeString()}`}>
      {isEnding ? `only ${duration(left)} left` : `${duration(left)} left`}
    </span>
  );
}
