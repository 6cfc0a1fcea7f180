import type { JsonObject } from "@sallyport/contract/json";
import type { Layer } from "../pipeline/onion.ts";

/** Who is in: calls in flight against their cap. */
export interface Admission {
  layer: Layer;
  /** Steps aside while a person thinks; comes back in without asking, for what was approved must run. */
  aside<Result>(wait: () => Promise<Result>): Promise<Result>;
}

export function createAdmission(cap: number): Admission {
  let inFlight = 0;
  return {
    async layer(call, next): Promise<JsonObject> {
      if (inFlight >= cap) throw call.refusal("busy", `${cap} calls are in flight`);
      inFlight += 1;
      try {
        return await next();
      } finally {
        inFlight -= 1;
      }
    },
    async aside(wait) {
      inFlight -= 1;
      try {
        return await wait();
      } finally {
        inFlight += 1;
      }
    },
  };
}
