/** How long a call's host waits for it: what is measured from when the call came in, however often it asks. */
export interface Patience {
  /** Aborted when it is over; never where the host has none that is known. */
  over: AbortSignal;
  end(): void;
}

export function startPatience(ms: number | null): Patience {
  const controller = new AbortController();
  const timer = ms === null ? undefined : setTimeout(() => controller.abort(), ms);
  return { over: controller.signal, end: () => clearTimeout(timer) };
}

/** What comes first: the outcome, the caller leaving, or the end of its host's patience. */
export async function whileItLasts<Outcome>(
  outcome: Promise<Outcome>,
  { caller, over }: { caller: AbortSignal; over: AbortSignal },
): Promise<Outcome | "gone" | "late"> {
  const { promise, resolve } = Promise.withResolvers<"gone" | "late">();
  const leave = () => resolve("gone");
  const lose = () => resolve("late");
  if (caller.aborted) return "gone";
  if (over.aborted) lose();
  caller.addEventListener("abort", leave);
  over.addEventListener("abort", lose);
  try {
    return await Promise.race([outcome, promise]);
  } finally {
    caller.removeEventListener("abort", leave);
    over.removeEventListener("abort", lose);
  }
}
