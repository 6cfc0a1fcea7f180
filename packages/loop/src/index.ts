export { createLoop } from "./server.ts";
