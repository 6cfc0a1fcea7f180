import { CHAT_CONTENT_LIMIT, post } from "@sallyport/contract/chat";
import { Fault } from "@sallyport/contract/faults";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ChatPowers } from "../powers.ts";

export function postTool({ face, agent, chat }: ChatPowers): ServedTool {
  return implement(post, async ({ mime, content }) => {
    const bytes = Buffer.byteLength(content, "utf8");
    if (bytes > CHAT_CONTENT_LIMIT) {
      throw new Fault(
        "too_large",
        `the content has ${bytes} bytes and a message may hold ${CHAT_CONTENT_LIMIT}; make it shorter, or post it in parts`,
        { bytes, limit: CHAT_CONTENT_LIMIT },
      );
    }
    refuseWhatIsNoText(content);
    const { id } = await chat.post({ agent, author: face, mime, content });
    return { id };
  });
}

/** What JSON can write and UTF-8 or a database cannot would come out as something else than was said. */
function refuseWhatIsNoText(content: string): void {
  if (!content.isWellFormed()) {
    throw new Fault(
      "invalid_input",
      "`content` holds half of a surrogate pair, which no UTF-8 can carry; send whole characters",
    );
  }
  if (content.includes("\0")) {
    throw new Fault("invalid_input", "`content` holds U+0000, which is no text; encode bytes, as base64 for example");
  }
}
