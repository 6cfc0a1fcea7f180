#!/usr/bin/env node
import "@sallyport/mcp/node-guard";

await import("./main.ts");
