import { type ArgumentField, argumentFields } from "@sallyport/contract/argument-fields";
import type { JsonObject } from "@sallyport/contract/json";
import { textRows } from "@sallyport/contract/text-lines";
import { dim, type Line, plain, type Span, strong, warning, wrapLine } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";

/** Names under which a caller says why it wants something. Nobody has checked that. */
const CLAIMS = /^(reason|rationale|justification|explanation|description|purpose|intent|why)$/i;

/** Every argument in full, in rows of at most so many columns: texts as numbered lines, anything else as JSON. */
export function argumentRows(args: JsonObject, columns: number): Line[] {
  const fields = argumentFields(args);
  return fields.length === 0 ? [[dim("none")]] : fields.flatMap((field) => fieldRows(field, columns));
}

function fieldRows(field: ArgumentField, columns: number): Line[] {
  switch (field.kind) {
    case "value":
      return wrapLine([...name(field), dim(" = "), ...visibleSpans(field.json)], columns);
    case "text":
      return [
        ...wrapLine([...name(field), dim(` (${textWords(field.text)})`)], columns),
        ...numberedRows(field.text, " ", columns),
      ];
    case "edit":
      return [
        ...wrapLine([...name(field), dim(" (an edit: - goes, + comes)")], columns),
        ...numberedRows(field.before, "-", columns),
        ...numberedRows(field.after, "+", columns),
      ];
  }
}

function name({ path }: ArgumentField): Span[] {
  const spans = visibleSpans(path).map((part) => (part.look === "plain" ? strong(part.text) : part));
  return CLAIMS.test(path) ? [...spans, plain(" "), warning("[claimed by the agent, unverified]")] : spans;
}

function textWords(text: string): string {
  const bytes = Buffer.byteLength(text);
  const { lines } = textRows(text);
  return `text, ${lines === 1 ? "1 line" : `${lines} lines`}, ${bytes === 1 ? "1 byte" : `${bytes} bytes`}`;
}

/** Lines with their numbers; what one row does not hold goes on in the next, marked as the same line. */
function numberedRows(text: string, sign: string, columns: number): Line[] {
  const { rows, lines, open } = textRows(text);
  const digits = Math.max(3, String(lines).length);
  const width = Math.max(8, columns - digits - 4);
  const gutter = (number: string, bar: string) => dim(`${sign}${number.padStart(digits)} ${bar} `);
  const numbered = rows.flatMap((row): Line[] => {
    if (row.kind === "empty") return [[dim(`${sign}${" ".repeat(digits)} ┆ lines ${row.from} to ${row.to} are empty`)]];
    return wrapLine(visibleSpans(row.text), width).map((part, index) => [
      index === 0 ? gutter(String(row.number), "│") : gutter("", "┆"),
      ...part,
    ]);
  });
  return lines > 1 && open ? [...numbered, [dim(`${sign}${" ".repeat(digits)} ┆ no line break at the end`)]] : numbered;
}
