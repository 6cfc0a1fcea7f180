import { visiblePlain } from "@sallyport/contract/visible-parts";
import { visibleLine, visibleLines } from "@sallyport/contract/visible-text";
import type { Surroundings } from "./surroundings.ts";

/** The one way from a command to the terminal: what agents and children wrote comes out as visible text. */
export interface Shown {
  /** Text of one or more lines. */
  lines(text: string): void;
  /** Aligned columns under a heading; `none` where there are no rows. */
  table(heading: readonly string[], rows: readonly (readonly string[])[], none: string): void;
  /** Labels and values; values of several lines are indented. */
  fields(fields: readonly (readonly [string, string])[]): void;
  /** Records as the store has them. */
  records(records: readonly unknown[]): void;
}

export function showOn({ writeOut }: Pick<Surroundings, "writeOut">): Shown {
  const lines = (text: string) => writeOut(`${visibleLines(text)}\n`);
  return {
    lines,
    table(heading, rows, none) {
      if (rows.length === 0) return lines(none);
      const cells = [heading, ...rows].map((row) => row.map(visiblePlain));
      const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
      lines(cells.map((row) => alignedRow(row, widths)).join("\n"));
    },
    fields(fields) {
      const width = Math.max(...fields.map(([label]) => label.length)) + 2;
      lines(fields.map(([label, value]) => fieldText(label, value, width)).join("\n"));
    },
    records: (records) => writeOut(`${visibleJson(records)}\n`),
  };
}

function alignedRow(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join("  ")
    .trimEnd();
}

function fieldText(label: string, value: string, width: number): string {
  const lines = value.split("\n").map(visiblePlain);
  if (lines.length === 1) return `${label.padEnd(width)}${lines[0]}`.trimEnd();
  return [label, ...lines.map((line) => (line === "" ? line : `  ${line}`))].join("\n");
}

/** JSON that a program reads back exactly and that moves no cursor: hidden characters stand as escapes. */
export function visibleJson(value: unknown): string {
  return escaped(JSON.stringify(value, null, 2));
}

/** As {@link visibleJson}, in one line. */
export function visibleJsonLine(value: unknown): string {
  return escaped(JSON.stringify(value));
}

function escaped(json: string): string {
  return json.replace(/[^\n -~]/gu, (character) =>
    visibleLine(character) === character ? character : unicodeEscape(character),
  );
}

function unicodeEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}

/** A text cut to so many characters for a table. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** How far apart two moments are, in the largest unit that fits: `42 s`, `5 min`, `3 h`, `2 d`. */
export function span(from: string | number, to: string | number): string {
  const seconds = Math.max(0, Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
