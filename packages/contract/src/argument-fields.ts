import { editPairIn } from "./edit-pairs.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** One argument, down to its leaf. `path` is how a program would name it. */
export type ArgumentField =
  | { kind: "text"; path: string; text: string }
  | { kind: "value"; path: string; json: string }
  | { kind: "edit"; path: string; before: string; after: string };

/** Every argument of a call in the order it came, nothing left out. A pair of old and new text is one edit. */
export function argumentFields(args: JsonObject): ArgumentField[] {
  return Object.keys(args).length === 0 ? [] : objectFields(args, "");
}

function objectFields(value: JsonObject, path: string): ArgumentField[] {
  const pair = editPairIn(value);
  return Object.entries(value).flatMap(([key, member]) => {
    if (pair === null || (key !== pair.before && key !== pair.after))
      return fieldsOf(member, path + keyPath(key, path));
    if (key === pair.after) return [];
    const [before, after] = [String(value[pair.before]), String(value[pair.after])];
    return [{ kind: "edit", path: `${path}${keyPath(pair.before, path)} → ${pair.after}`, before, after } as const];
  });
}

function fieldsOf(value: unknown, path: string): ArgumentField[] {
  if (typeof value === "string") return [{ kind: "text", path, text: value }];
  if (
    Array.isArray(value) &&
    value.some((item) => (typeof item === "object" ? item !== null : typeof item === "string"))
  ) {
    return value.flatMap((item, index) => fieldsOf(item, `${path}[${index}]`));
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) return objectFields(value, path);
  return [{ kind: "value", path, json: JSON.stringify(value) }];
}

function keyPath(key: string, path: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `[${JSON.stringify(key)}]`;
  return path === "" ? key : `.${key}`;
}
