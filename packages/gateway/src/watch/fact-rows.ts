import { dim, type Line, type Span, wrapLine } from "./styled-line.ts";

/** A label and what stands beside it, line by line. */
export type Fact = readonly [label: string, ...lines: Span[][]];

const LABEL = 11;

export function factRows([label, ...values]: Fact, columns: number): Line[] {
  const width = Math.max(8, columns - LABEL);
  return values
    .flatMap((value) => wrapLine(value, width))
    .map((row, index) => [dim((index === 0 ? label : "").padEnd(LABEL)), ...row]);
}
