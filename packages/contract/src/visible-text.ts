/**
 * Everything that can move a cursor, hide, reorder or pass for something else: C0 and C1 controls, soft hyphen,
 * bidi and zero-width marks, line separators, invisible operators, variation selectors, fillers, tag characters, lone surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

const token = (character: string) =>
  `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟧`;

/** One line of text in which every hidden character stands as a visible token such as `⟦U+202E⟧`. */
export function visibleLine(text: string): string {
  return text.replace(HIDDEN, token);
}

/** As {@link visibleLine}, but line feeds stay line feeds: for text that is shown as lines. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visibleLine).join("\n");
}

/** The most a reason may hold, in characters (contract section 3). */
export const REASON_LIMIT = 500;

/** A reason as it may be shown: one visible line of at most {@link REASON_LIMIT} characters. */
export function visibleReason(text: string): string {
  return visibleCut(text, REASON_LIMIT);
}

/** The most that is kept of a name that somebody gives themselves, in characters. */
export const CLAIM_LIMIT = 100;

/** A name that somebody gives themselves, as it may be shown: one visible line of at most {@link CLAIM_LIMIT} characters. */
export function visibleClaim(text: string): string {
  return visibleCut(text, CLAIM_LIMIT);
}

function visibleCut(text: string, limit: number): string {
  const characters = [...visibleLine(text)];
  return characters.length <= limit ? characters.join("") : `${characters.slice(0, limit - 1).join("")}…`;
}
