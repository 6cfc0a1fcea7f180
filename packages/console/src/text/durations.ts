/** A length of time in the two largest units that matter: `42 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return two(seconds, 60, "min", "s");
  if (seconds < 86_400) return two(Math.floor(seconds / 60), 60, "h", "min");
  return two(Math.floor(seconds / 3600), 24, "d", "h");
}

/** How long ago an ISO time was: `just now`, `42 s ago`. */
export function ago(time: string, now: number): string {
  const ms = now - Date.parse(time);
  return ms < 1000 ? "just now" : `${duration(ms)} ago`;
}

function two(amount: number, size: number, large: string, small: string): string {
  const rest = amount % size;
  const whole = `${Math.floor(amount / size)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}
