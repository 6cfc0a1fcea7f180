import { useState } from "preact/hooks";
import { useDisconnection } from "../../parts/use-disconnection.ts";
import { useConsole } from "../../state/console.ts";
import { failureWords } from "../../state/failure-words.ts";

/** Something a person does that is durable or refused: whether it may be done now, and how it went. */
export function useDeed() {
  const { announcer } = useConsole();
  const lost = useDisconnection();
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  async function run(what: string, deed: () => Promise<unknown>): Promise<void> {
    setRunning(true);
    try {
      await deed();
      setProblem(null);
      announcer.say(what);
    } catch (error) {
      setProblem(failureWords(error));
    }
    setRunning(false);
  }
  return { problem, run, not: lost ?? (running ? "it is being done" : null) };
}
