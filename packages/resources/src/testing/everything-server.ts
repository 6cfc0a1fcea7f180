import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { vi } from "vitest";

const require = createRequire(import.meta.url);
const SCRIPT = require.resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** The protocol's own example server, over Streamable HTTP on a free port of the loopback. */
export async function startEverything(): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort();
  const server = spawn(process.execPath, [SCRIPT, "streamableHttp"], {
    env: { PATH: process.env.PATH ?? "", PORT: String(port) },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}/mcp`;
  await vi.waitFor(() => fetch(url), { timeout: 30_000, interval: 100 });
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port on the loopback");
  return address.port;
}
