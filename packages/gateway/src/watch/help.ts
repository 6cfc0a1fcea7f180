import { dim, type Line, plain, strong, wrapLine } from "./styled-line.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["j k", "next, previous (arrows in a list)"],
  ["Enter", "open; in a call, scroll on"],
  ["Space", "scroll down a page (PgUp, PgDn, arrows, Home, End)"],
  ["a", "allow once: when the call was on screen for half a second and its end was shown"],
  ["d", "deny"],
  ["c", "deny with a comment that the agent reads"],
  ["s", "deny and stop the agent; asks why, Esc leaves it"],
  ["e", "let it wait an hour longer"],
  ["u", "take back what was allowed, while nothing has claimed it"],
  ["g", "history, and back"],
  ["/", "filter: words, or agent: server: tool: state:"],
  ["Esc", "back; in the list, clear the filter"],
  ["q", "quit (also Ctrl-C)"],
];

export function helpRows(columns: number): Line[] {
  const keys = KEYS.flatMap(([key, says]) =>
    wrapLine([plain(says)], Math.max(8, columns - 9)).map(
      (row, index): Line => [strong((index === 0 ? key : "").padEnd(9)), ...row],
    ),
  );
  return [
    ...keys,
    [],
    ...wrapLine(
      [dim("What an agent or a server wrote is shown as it is; ⟦...⟧ stands for what could not be seen.")],
      columns,
    ),
  ];
}
