import { readBlocks } from "@sallyport/contract/resources";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ReadsView } from "../view/read-resource.ts";
import { readResource } from "../view/read-resource.ts";
import { cutWindow } from "../windows/window.ts";

export function readBlocksTool(powers: ReadsView): ServedTool {
  return implement(readBlocks, async ({ server, uri, start_block, start_offset, max_bytes }, { signal }) => {
    const blocks = await readResource(powers, { server, uri }, signal);
    const { start, parts, next } = cutWindow(blocks, { block: start_block, offset: start_offset }, max_bytes);
    return {
      window: { start_block: start.block, start_offset: start.offset, max_bytes },
      parts,
      total_parts: blocks.length,
      next_block: next?.block ?? null,
      next_offset: next?.offset ?? null,
    };
  });
}
