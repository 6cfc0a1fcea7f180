import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { eventually } from "./eventually.ts";

/** A server that speaks Streamable HTTP, as a process of its own on a free port of the loopback. */
export async function startHttpServer(
  script: string,
  args: readonly string[],
): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort();
  const server = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? "", PORT: String(port) },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}/mcp`;
  await eventually("it listens", () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.kill("SIGKILL");
      await ended;
    },
  };
}

/** A port of the loopback on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port on the loopback");
  return address.port;
}
