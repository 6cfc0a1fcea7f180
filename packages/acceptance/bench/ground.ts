import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GATEWAY } from "../src/harness/bins.ts";
import { Pipe } from "./pipe.ts";

/** The command of the child behind everything that is measured. */
export const CHILD = [process.execPath, join(import.meta.dirname, "echo-child.ts")] as const;

/** A folder, a store and a configuration with one child: all that one part of the bench has, so that none leaves traces to another. */
export interface Ground extends Disposable {
  environment: Record<string, string>;
  /** URL of the store. */
  store: string;
  /** Runs the command as a person would; answers what it printed. */
  sallyport(...args: string[]): string;
  /** Starts a gateway before the child, not yet initialized. */
  serve(more?: Record<string, string>): Pipe;
}

export function prepareGround(): Ground {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
  const store = `sqlite:${join(folder, "store.db")}`;
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_STATE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SALLYPORT_STORE: store,
  };
  const config = join(folder, "mcp.json");
  const [command, ...args] = CHILD;
  writeFileSync(config, JSON.stringify({ mcpServers: { echo: { command, args } } }));
  const serving = [process.execPath, GATEWAY, "serve", "--config", config, "--log-level", "error"];
  return {
    environment,
    store,
    sallyport: (...words) =>
      execFileSync(process.execPath, [GATEWAY, ...words], { env: environment, encoding: "utf8" }).trim(),
    serve: (more = {}) => new Pipe(serving, { ...environment, ...more }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
