import { post } from "@sallyport/contract/chat";
import { implement, type ServedTool } from "@sallyport/mcp";
import type { ChatPowers } from "../powers.ts";

export function postTool({ face, agent, chat }: ChatPowers): ServedTool {
  return implement(post, ({ mime, content }) => chat.post({ agent, author: face, mime, content }));
}
