import type { Block } from "./block.ts";

/** A place in a block where it may be cut. */
export interface Boundary {
  /** In the block's own unit. */
  offset: number;
  /** In UTF-16 code units. */
  index: number;
}

/** Base64 that is cut elsewhere decodes to nothing. */
const BASE64_GROUP = 4;
/** Code units that are measured at once, without a copy of the text. */
const STRIDE = 65_536;

/** The last boundary at or before an offset. */
export function boundaryAt({ kind, content, size }: Block, offset: number): Boundary {
  if (offset >= size) return { offset: size, index: content.length };
  if (kind === "text") return textBoundaryAt(content, offset);
  const group = offset - (offset % BASE64_GROUP);
  return { offset: group, index: group };
}

/** The first boundary behind another one. */
export function boundaryAfter({ kind, content, size }: Block, { offset, index }: Boundary): Boundary {
  if (kind === "base64") {
    const next = Math.min(offset + BASE64_GROUP, size);
    return { offset: next, index: next };
  }
  const [width, units] = measure(content, index);
  return { offset: offset + width, index: index + units };
}

function textBoundaryAt(text: string, wanted: number): Boundary {
  let [offset, index] = [0, 0];
  while (index < text.length) {
    const end = wholeEnd(text, index + STRIDE);
    const width = Buffer.byteLength(text.slice(index, end));
    if (offset + width > wanted) break;
    offset += width;
    index = end;
  }
  while (index < text.length) {
    const [width, units] = measure(text, index);
    if (offset + width > wanted) break;
    offset += width;
    index += units;
  }
  return { offset, index };
}

/** An end of a stride that does not part a pair of surrogates. */
function wholeEnd(text: string, end: number): number {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
}

/** Bytes of UTF-8 and code units of the code point at an index. A lone surrogate counts as U+FFFD, which stands for it. */
function measure(text: string, index: number): [width: number, units: number] {
  const point = text.codePointAt(index) ?? 0;
  if (point < 0x80) return [1, 1];
  if (point < 0x800) return [2, 1];
  return point > 0xffff ? [4, 2] : [3, 1];
}
