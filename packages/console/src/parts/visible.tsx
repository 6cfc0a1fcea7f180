import { type VisiblePart, visibleParts } from "@sallyport/contract/visible-parts";
import type { ComparedPart } from "../text/compared-words.ts";

/** One line of anybody's text: never markup, nothing hidden in it. */
export function Visible({ text }: { text: string }) {
  return visibleParts(text).map((part, index) => <Part key={index} part={part} />);
}

/** One line beside another that it is compared with: what only it has is marked. */
export function ComparedLine({ parts }: { parts: readonly ComparedPart[] }) {
  return parts.map(({ part, changed }, index) =>
    changed ? (
      <mark key={index}>
        <Part part={part} />
      </mark>
    ) : (
      <Part key={index} part={part} />
    ),
  );
}

/** Text of several lines, shown as lines. */
export function VisibleLines({ text }: { text: string }) {
  return (
    <span class="lines">
      {text.split("\n").map((line, index) => (
        <span key={index} class="lines-line">
          <Visible text={line} />
        </span>
      ))}
    </span>
  );
}

function Part({ part }: { part: VisiblePart }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "token":
      return (
        <span class="token" title={part.meaning}>
          {part.text}
        </span>
      );
    case "space":
      return <Mark glyph="·" what="trailing space" count={part.count} />;
    case "tab":
      return <Mark glyph={"→\t"} what="tab" count={part.count} />;
  }
}

function Mark({ glyph, what, count }: { glyph: string; what: string; count: number }) {
  const words = count === 1 ? what : `${count} ${what}s`;
  return (
    <span class="mark" title={words}>
      <span aria-hidden="true">{glyph.repeat(count)}</span>
      <span class="unseen">{`[${words}]`}</span>
    </span>
  );
}
