import { z } from "zod";

/** A JSON object as it came off the wire. Names in it are untrusted: read them as own properties only. */
export type JsonObject = Record<string, unknown>;

export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.unknown());

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an own property of an untrusted object; an inherited name such as `constructor` answers undefined. */
export function ownProperty(object: unknown, name: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}
