import { isJsonObject, type JsonObject } from "@sallyport/contract/json";

const LENGTH = 200;

/** Shown several times a second, and arguments may be megabytes. */
const known = new WeakMap<JsonObject, string>();

/** What a call would do, on one line of a list: its arguments, shortened. The detail has all of them. */
export function effectLine(args: JsonObject): string {
  const line = known.get(args) ?? shortened(args);
  known.set(args, line);
  return line;
}

function shortened(args: JsonObject): string {
  const line = Object.entries(args)
    .map(([key, value]) => `${key}: ${short(value)}`)
    .join(" · ");
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line;
}

function short(value: unknown): string {
  if (typeof value === "string") {
    const [first = "", ...more] = value.split("\n");
    return more.length > 0 ? `${first.slice(0, LENGTH)} (+${more.length} lines)` : first.slice(0, LENGTH);
  }
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string")
      ? value.join(" ")
      : value.length === 1
        ? "1 item"
        : `${value.length} items`;
  return isJsonObject(value) ? `{${Object.keys(value).join(", ")}}` : String(value);
}
