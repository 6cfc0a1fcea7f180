/** Deepest nesting taken from a caller's arguments or a child's list: what is deeper overflows whoever walks or writes it. */
export const MOST_LEVELS = 200;

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}
