export type { ChatPowers } from "./powers.ts";
export { createChat } from "./server.ts";
