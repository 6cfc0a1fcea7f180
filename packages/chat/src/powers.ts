import type { ChatFace } from "@sallyport/contract/chat";
import type { ChangeFeed, Chat } from "@sallyport/store";

/** One face of one agent's chat. Whose a message is follows from the face, never from what a caller says. */
export interface ChatPowers {
  face: ChatFace;
  agent: string;
  chat: Chat;
  changes: ChangeFeed;
}
