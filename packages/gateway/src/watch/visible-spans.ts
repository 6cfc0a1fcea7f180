import { type VisiblePart, visibleParts } from "@sallyport/contract/visible-parts";
import type { Span } from "./styled-line.ts";

/** More marks than any script stacks on one letter paint over the rows around it. */
const STACK = /((?<=\p{M}{4})\p{M}+)/u;

/** One line that somebody else wrote (without its line feed), with everything hidden, padded or deceptive in it as tokens. */
export function visibleSpans(line: string): Span[] {
  return visibleParts(line).flatMap(spansOf);
}

function spansOf(part: VisiblePart): Span[] {
  switch (part.kind) {
    case "token":
      return [{ text: part.text, look: "token" }];
    case "space":
    case "tab":
      return [{ text: part.count === 1 ? `⟦${part.kind}⟧` : `⟦${part.count} ${part.kind}s⟧`, look: "token" }];
    case "text":
      return part.text
        .split(STACK)
        .filter((text) => text !== "")
        .map(
          (text): Span =>
            /^\p{M}+$/u.test(text) ? { text: `⟦${[...text].length} marks⟧`, look: "token" } : { text, look: "plain" },
        );
  }
}
