/** Bytes of a text in UTF-8. */
export function byteCount(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A number of bytes in words: `842 bytes`, `1.5 KiB`. */
export function byteWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "KiB"] : [bytes / 1024 / 1024, "MiB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
