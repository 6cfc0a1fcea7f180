import { closest, distance } from "fastest-levenshtein";

/** `; did you mean \`x\`?` for a word that is a slip away from a known one, or the beginning of one; else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (known.length === 0) return "";
  const written = word.toLowerCase();
  const begun = written.length >= 3 ? known.find((each) => each.toLowerCase().startsWith(written)) : undefined;
  const nearest = begun ?? closest(written, [...known]);
  const isNear =
    begun !== undefined || distance(written, nearest.toLowerCase()) <= Math.max(1, Math.floor(word.length / 3));
  return isNear ? `; did you mean \`${nearest}\`?` : "";
}
