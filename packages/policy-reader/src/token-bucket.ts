/** A rate limit that allows bursts. */
export interface TokenBucket {
  /** Takes `count` tokens, all or none. False: not enough are left. */
  take(count: number): boolean;
}

/** Starts full. @param now milliseconds from any fixed point */
export function createTokenBucket(limit: { burst: number; perSecond: number; now: () => number }): TokenBucket {
  let tokens = limit.burst;
  let filledAt = limit.now();
  return {
    take: (count) => {
      const at = limit.now();
      tokens = Math.min(limit.burst, tokens + ((at - filledAt) / 1000) * limit.perSecond);
      filledAt = at;
      if (count > tokens) return false;
      tokens -= count;
      return true;
    },
  };
}
