import { useConsole } from "../state/console.ts";

/** Why nothing can be decided or changed now, where nobody answers. */
export function useDisconnection(): string | null {
  const { link } = useConsole();
  return link.state.value === "lost" ? "not connected" : null;
}
