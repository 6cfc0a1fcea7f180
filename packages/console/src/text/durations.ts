/** A length of time as exact as a person needs it: seconds up to two minutes, then minutes, hours, days. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** How long ago an ISO time was: `just now`, `42 s ago`. */
export function ago(time: string, now: number): string {
  const ms = now - Date.parse(time);
  return ms < 1000 ? "just now" : `${duration(ms)} ago`;
}
