import { type JsonObject, ownProperty } from "./json.ts";

const PAIRS: readonly (readonly [string, string])[] = [
  ["old_string", "new_string"],
  ["old_str", "new_str"],
  ["oldString", "newString"],
  ["oldText", "newText"],
  ["old_text", "new_text"],
  ["old", "new"],
  ["before", "after"],
  ["search", "replace"],
  ["find", "replace"],
];
const PATHS = ["path", "file_path", "filePath", "filename", "file"];
const CONTENTS = ["content", "contents", "new_content", "file_text", "text"];

/** The names of two texts of an object of which one takes the other's place, or null. */
export function editPairIn(value: JsonObject): { before: string; after: string } | null {
  const pair = PAIRS.find((names) => names.every((name) => typeof ownProperty(value, name) === "string"));
  return pair === undefined ? null : { before: pair[0], after: pair[1] };
}

/** The file that a call has a text for, and the text; null where it does not look like one that writes. Whether it replaces the file, only its tool knows. */
export function fileWriteIn(args: JsonObject): { path: string; content: string } | null {
  const path = firstText(args, PATHS);
  const content = firstText(args, CONTENTS);
  return path === undefined || content === undefined ? null : { path, content };
}

function firstText(args: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => ownProperty(args, name)).find((value) => typeof value === "string");
}
