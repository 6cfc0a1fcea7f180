import type { JsonObject } from "@sallyport/contract/json";
import { type DiffRow, lineDiff } from "./line-diff.ts";
import { type ShownField, shownFields } from "./shown-fields.ts";

/** A field in which a call differs from an earlier one. `added`: only the call has it; `removed`: only the earlier one. */
export interface ArgumentChange {
  path: string;
  kind: "changed" | "added" | "removed";
  /** Null where it is too long to be shown a second time, or has too little in common. */
  rows: readonly DiffRow[] | null;
}

const CONTEXT = 2;
/** So many changed lines can be read as a difference. */
const MOST = 200;

/** Every field in which two calls differ: in the order of the later one, then what only the earlier one has. */
export function argumentChanges(earlier: JsonObject, later: JsonObject): ArgumentChange[] {
  const [old, fresh] = [textsOf(earlier), textsOf(later)];
  const here = [...fresh].flatMap(([path, text]): ArgumentChange[] => {
    const before = old.get(path);
    if (before?.json === text.json) return [];
    return [{ path, kind: before === undefined ? "added" : "changed", rows: rowsOf(before, text) }];
  });
  const gone = [...old].filter(([path]) => !fresh.has(path));
  return [...here, ...gone.map(([path, text]) => ({ path, kind: "removed" as const, rows: rowsOf(text, undefined) }))];
}

interface FieldText {
  kind: ShownField["kind"];
  /** For people, in lines. */
  lines: string;
  /** Tells a text from a number or a list that looks the same. */
  json: string;
}

function textsOf(args: JsonObject): Map<string, FieldText> {
  return new Map(shownFields(args).flatMap(fieldTexts));
}

function fieldTexts(field: ShownField): [string, FieldText][] {
  const { kind, path } = field;
  switch (kind) {
    case "text":
      return [[path, plainText(field.text)]];
    case "value":
      return [[path, { kind, lines: field.json, json: field.json }]];
    case "words":
      return [
        [path, { kind, lines: field.words.map((word) => `${word}\n`).join(""), json: JSON.stringify(field.words) }],
      ];
    case "edit":
      return [
        [`${path} (before)`, plainText(field.before)],
        [`${path} (after)`, plainText(field.after)],
      ];
  }
}

function plainText(text: string): FieldText {
  return { kind: "text", lines: text, json: JSON.stringify(text) };
}

function rowsOf(before: FieldText | undefined, after: FieldText | undefined): DiffRow[] | null {
  const both = [before, after].filter((each) => each !== undefined);
  const isPlain = both.every(({ kind, lines }) => kind === both[0]?.kind && lines !== "");
  const shown = (text: FieldText | undefined) => (text === undefined ? "" : isPlain ? text.lines : text.json);
  const [old, fresh] = [shown(before), shown(after)];
  // Where neither ends in a line break there is no difference in it to tell.
  const end = old.endsWith("\n") || fresh.endsWith("\n") ? "" : "\n";
  const ended = (text: string) => (text === "" ? "" : text + end);
  return lineDiff(ended(old), ended(fresh), { context: CONTEXT, most: MOST });
}
