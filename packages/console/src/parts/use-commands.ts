import { useLayoutEffect, useRef } from "preact/hooks";
import type { CommandLayer } from "../keys/command-stack.ts";
import { COMMAND_NAMES } from "../keys/commands.ts";
import { useConsole } from "../state/console.ts";

/** Hears commands while this part is on the page. */
export function useCommands(handlers: CommandLayer["handlers"], exclusive = false): void {
  const { commands } = useConsole();
  const latest = useRef(handlers);
  latest.current = handlers;
  const known = Object.keys(handlers).sort().join(" ");
  // Before anything else can happen: a key for a question must not reach what lies under it.
  useLayoutEffect(() => {
    const names = COMMAND_NAMES.filter((name) => known.split(" ").includes(name));
    const layer = Object.fromEntries(names.map((name) => [name, () => latest.current[name]?.()]));
    return commands.push({ exclusive, handlers: layer });
  }, [commands, exclusive, known]);
}
