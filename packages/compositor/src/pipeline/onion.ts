import type { JsonObject } from "@sallyport/contract/json";
import type { GateCall } from "./gate-call.ts";

/** One layer round a call. It calls `next` at most once; not calling it ends the call here. */
export type Layer = (call: GateCall, next: () => Promise<JsonObject>) => Promise<JsonObject>;

/** Layers from the outermost in; the last one is handed a `next` that must not be called. */
export function onion(layers: readonly Layer[]): (call: GateCall) => Promise<JsonObject> {
  return (call) => enter(layers, 0, call);
}

function enter(layers: readonly Layer[], at: number, call: GateCall): Promise<JsonObject> {
  const layer = layers[at];
  if (layer === undefined) return Promise.reject(new Error("the call went past its dispatch"));
  let isEntered = false;
  return layer(call, () => {
    if (isEntered) return Promise.reject(new Error("a layer called `next` twice"));
    isEntered = true;
    return enter(layers, at + 1, call);
  });
}
