import { join } from "node:path";
import { CHILD, type Ground } from "./ground.ts";
import { Pipe } from "./pipe.ts";

export interface Way {
  name: "child alone" | "bare proxy" | "gateway, open mode";
  tool: string;
  open(): Pipe;
}

/** The three ways to one child. */
export function waysOn({ environment, serve }: Ground): Way[] {
  const proxy = [process.execPath, join(import.meta.dirname, "bare-proxy.ts"), ...CHILD];
  return [
    { name: "child alone", tool: "echo", open: () => new Pipe(CHILD, environment) },
    { name: "bare proxy", tool: "echo", open: () => new Pipe(proxy, environment) },
    { name: "gateway, open mode", tool: "echo_echo", open: () => serve() },
  ];
}
