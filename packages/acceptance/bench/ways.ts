import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pipe } from "./pipe.ts";

const here = import.meta.dirname;
const node = process.execPath;
const child = [node, join(here, "echo-child.ts")];

/** The built command of one of our packages. */
export const bin = (name: string) => join(here, "../..", name, "dist/bin.js");

export interface Way {
  name: "child alone" | "bare proxy" | "gateway, open mode";
  tool: string;
  open(): Pipe;
}

export interface Ground {
  ways: readonly Way[];
  environment: Record<string, string>;
  clear(): void;
}

/** The three ways to one child, over a folder and a store of their own. */
export function prepareWays(): Ground {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_STATE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SALLYPORT_STORE: `sqlite:${join(folder, "store.db")}`,
  };
  const config = join(folder, "mcp.json");
  const [command, ...args] = child;
  writeFileSync(config, JSON.stringify({ mcpServers: { echo: { command, args } } }));
  execFileSync(node, [bin("gateway"), "modes", "set", "open"], { env: environment });
  return {
    environment,
    ways: [
      { name: "child alone", tool: "echo", open: () => new Pipe(child, environment) },
      {
        name: "bare proxy",
        tool: "echo",
        open: () => new Pipe([node, join(here, "bare-proxy.ts"), ...child], environment),
      },
      {
        name: "gateway, open mode",
        tool: "echo_echo",
        open: () => new Pipe([node, bin("gateway"), "serve", "--config", config, "--log-level", "error"], environment),
      },
    ],
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
