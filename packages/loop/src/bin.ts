#!/usr/bin/env node
import "@sallyport/mcp/node-guard";
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./main.ts");
