import { read } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ReadsView } from "../view/read-resource.ts";
import { readResource } from "../view/read-resource.ts";
import { cutWindow, offsetOf, placeAt } from "../windows/window.ts";

export function readTool(powers: ReadsView): ServedTool {
  return implement(read, async ({ server, uri, start_offset, max_bytes }, { signal }) => {
    const blocks = await readResource(powers, { server, uri }, signal);
    const place = placeAt(blocks, start_offset);
    if (place === null) {
      return { window: { start_offset, max_bytes }, parts: [], total_parts: blocks.length, next_offset: null };
    }
    const { start, parts, next } = cutWindow(blocks, place, max_bytes);
    return {
      window: { start_offset: offsetOf(blocks, start), max_bytes },
      parts,
      total_parts: blocks.length,
      next_offset: next === null ? null : offsetOf(blocks, next),
    };
  });
}
