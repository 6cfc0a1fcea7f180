/** Scripts and signs that every terminal draws one column wide. */
const NARROW =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Hebrew}\p{sc=Arabic}\u00a1-\u00bf×÷–—‘’“”…›⟦⟧│┆→▸]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The columns a text may take on a terminal; rather too many than too few, for a row that is too long would hide its end.
 * Marks that combine count one, everything unknown two.
 */
export function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += ASCII.test(character) || isNarrow(character) ? 1 : 2;
  return columns;
}

const isNarrow = (character: string) => /\p{M}/u.test(character) || (NARROW.test(character) && !isFullWidth(character));

const isFullWidth = (character: string) => character >= "\uff00" && character <= "\uffef";
