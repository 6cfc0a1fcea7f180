import type { ResourcePart } from "@sallyport/contract/resources";
import type { Block } from "./block.ts";
import { type Boundary, boundaryAfter, boundaryAt } from "./boundary.ts";

/** A place in a resource: a block, and an offset in it. */
export interface Place {
  block: number;
  offset: number;
}

export interface Window {
  /** Where it really starts: at or before the place that was asked for. */
  start: Place;
  parts: ResourcePart[];
  /** Where to read on; null at the end. */
  next: Place | null;
}

/**
 * The part of a resource from a place on, `limit` bytes and characters long, or shorter by what would split a code point or a
 * group of base64. Both ends move back to a boundary, so windows laid end to end by arithmetic meet too; but there is always
 * at least one code point or group, so that reading on gets on. Past the end of its block there is nothing but the next block.
 */
export function cutWindow(blocks: readonly Block[], from: Place, limit: number): Window {
  const within = blocks[from.block];
  if (from.offset > 0 && within !== undefined && from.offset >= within.size) {
    const isLast = from.block + 1 === blocks.length;
    return { start: from, parts: [], next: isLast ? null : { block: from.block + 1, offset: 0 } };
  }
  const parts: ResourcePart[] = [];
  let start = from;
  let left = limit;
  let returned = 0;
  for (const [index, block] of blocks.entries()) {
    if (index < from.block) continue;
    const offset = index === from.block ? from.offset : 0;
    const begin = boundaryAt(block, offset);
    let end = boundaryAt(block, offset + left);
    if (end.offset <= begin.offset && begin.offset < block.size) {
      if (returned > 0) return { start, parts, next: { block: index, offset: begin.offset } };
      end = boundaryAfter(block, begin);
    }
    if (index === from.block) start = { block: index, offset: begin.offset };
    parts.push(cutPart(block, index, begin, end));
    returned += end.offset - begin.offset;
    left -= end.offset - offset;
    if (end.offset < block.size) return { start, parts, next: { block: index, offset: end.offset } };
  }
  return { start, parts, next: null };
}

/** The place at an offset that runs over all blocks; null past the end. */
export function placeAt(blocks: readonly Block[], offset: number): Place | null {
  if (offset === 0) return { block: 0, offset: 0 };
  let before = 0;
  for (const [block, { size }] of blocks.entries()) {
    if (offset < before + size) return { block, offset: offset - before };
    before += size;
  }
  return null;
}

/** The offset over all blocks at which a place is. */
export function offsetOf(blocks: readonly Block[], { block, offset }: Place): number {
  return blocks.slice(0, block).reduce((sum, { size }) => sum + size, offset);
}

function cutPart({ kind, mime, content, size }: Block, index: number, begin: Boundary, end: Boundary): ResourcePart {
  // A copy: a slice would keep all of the resource in memory. Writing it as UTF-8 puts U+FFFD for a lone surrogate.
  const cut = Buffer.from(content.slice(begin.index, end.index)).toString();
  const sizes = { total_bytes: size, bytes_returned: end.offset - begin.offset };
  return kind === "text" ? { index, kind, mime, text: cut, ...sizes } : { index, kind, mime, base64: cut, ...sizes };
}
