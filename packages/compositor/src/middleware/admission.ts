import type { JsonObject } from "@sallyport/contract/json";
import type { Layer } from "../pipeline/onion.ts";
import type { CompositorLimits } from "../powers.ts";

/** Who is in: calls in flight, and calls that wait for a person, against their caps. */
export interface Admission {
  layer: Layer;
  /** Steps aside while a person thinks; comes back in without asking, for what was approved must run. */
  aside<Result>(wait: () => Promise<Result>): Promise<Result>;
}

export function createAdmission(caps: Pick<CompositorLimits, "inFlight" | "waiting">): Admission {
  let inFlight = 0;
  let waiting = 0;
  return {
    async layer(call, next): Promise<JsonObject> {
      if (inFlight >= caps.inFlight) throw call.refusal("busy", `${caps.inFlight} calls are in flight`);
      if (waiting >= caps.waiting) throw call.refusal("busy", `${caps.waiting} calls wait for a person`);
      inFlight += 1;
      try {
        return await next();
      } finally {
        inFlight -= 1;
      }
    },
    async aside(wait) {
      inFlight -= 1;
      waiting += 1;
      try {
        return await wait();
      } finally {
        waiting -= 1;
        inFlight += 1;
      }
    },
  };
}
