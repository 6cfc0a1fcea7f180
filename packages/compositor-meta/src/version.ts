import { createRequire } from "node:module";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string }; // our own package.json

export const VERSION: string = version;
