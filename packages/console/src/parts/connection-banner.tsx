import type { LinkState } from "../mcp/link.ts";
import { useConsole } from "../state/console.ts";

const WORDS: Partial<Record<LinkState, string>> = {
  lost: "Not connected. The gateway does not answer; nothing can be decided here until it does. Trying again every second.",
  polling: "The gateway answers, but tells nothing by itself. What is shown is read again every 2 seconds.",
};

/** Says that the page may be behind, where it may be. */
export function ConnectionBanner() {
  const { link } = useConsole();
  const words = WORDS[link.state.value];
  if (words === undefined) return null;
  return (
    <p class="banner" role="alert">
      {words}
    </p>
  );
}
