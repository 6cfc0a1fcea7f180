/** Between an agent and its person. */
export const CHAT_PROMISES = {
  C01: "Eight processes that race on one face of a chat: each message goes to one of them, and the mark never goes back.",
  C02: "A message that is too large, empty or no text is one clear error each, and nothing is lost.",
  C03: "Bytes that are no UTF-8 are refused, and the conversation goes on.",
} as const;
