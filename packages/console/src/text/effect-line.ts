import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import { visibleLine } from "@sallyport/contract/visible-text";

const LENGTH = 200;

/** What a call would do, on one line of a list: its arguments, shortened. The detail has all of them. */
export function effectLine(args: JsonObject): string {
  const parts = Object.entries(args).map(([key, value]) => `${key}: ${short(value)}`);
  const line = visibleLine(parts.join(" · "));
  return line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line;
}

function short(value: unknown): string {
  if (typeof value === "string") {
    const lines = value.split("\n");
    const first = (lines[0] ?? "").slice(0, LENGTH);
    return lines.length > 1 ? `${first} (+${lines.length - 1} lines)` : first;
  }
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string")
      ? value.join(" ")
      : value.length === 1
        ? "1 item"
        : `${value.length} items`;
  return isJsonObject(value) ? `{${Object.keys(value).join(", ")}}` : String(value);
}
