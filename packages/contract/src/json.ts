import { z } from "zod";

/** A JSON object as it came off the wire. Names in it are untrusted: read them as own properties only. */
export type JsonObject = Record<string, unknown>;

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Passes the very object on. `z.record` would build a new one without its `__proto__` member, and then what is
 * decided, shown and digested would not be what runs. The refinement has checked what the cast says.
 */
export const jsonObject = z
  .unknown()
  .refine(isJsonObject, "expected an object")
  .meta({ type: "object" }) as unknown as z.ZodType<JsonObject, JsonObject>;

/** Reads an own property of an untrusted object; an inherited name such as `constructor` answers undefined. */
export function ownProperty(object: unknown, name: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}
