import { closest, distance } from "fastest-levenshtein";

/** `; did you mean \`x\`?` for a word that is a slip away from a known one, else nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (known.length === 0) return "";
  const nearest = closest(word.toLowerCase(), [...known]);
  return distance(word.toLowerCase(), nearest.toLowerCase()) <= Math.max(1, Math.floor(word.length / 3))
    ? `; did you mean \`${nearest}\`?`
    : "";
}
