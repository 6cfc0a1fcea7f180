import { useConsole } from "../state/console.ts";

/** What is told to a screen reader; nobody sees it. */
export function LiveRegions() {
  const { announcer } = useConsole();
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {announcer.polite.value}
      </div>
      <div class="unseen" role="alert" aria-live="assertive">
        {announcer.urgent.value}
      </div>
    </>
  );
}
