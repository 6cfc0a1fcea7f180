import type { SafetyClass } from "@sallyport/contract/decisions";
import type { JsonObject } from "@sallyport/contract/json";

/**
 * How much a tool can change, from the annotations of a mount somebody vouches for. Only what is said outright counts:
 * the protocol's defaults (`openWorldHint: true`) would class every silent tool as `network`.
 */
export function safetyOf(annotations: JsonObject): SafetyClass {
  if (annotations.destructiveHint === true) return "destructive";
  if (annotations.openWorldHint === true) return "network";
  return annotations.readOnlyHint === true ? "read_only" : "mutating";
}
