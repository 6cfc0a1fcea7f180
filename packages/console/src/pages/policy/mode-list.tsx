import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../parts/problem.tsx";
import { useConsole } from "../../state/console.ts";
import { failureWords } from "../../state/failure-words.ts";
import type { Mode } from "../../state/policy.ts";
import { Confirm } from "./confirm.tsx";
import { useDeed } from "./use-deed.ts";

/** The policies that ship with the product. */
export function ModeList() {
  const { policy } = useConsole();
  const { problem, run, not } = useDeed();
  const [modes, setModes] = useState<readonly Mode[]>([]);
  const [unread, setUnread] = useState<string | null>(null);
  const version = policy.versions.value.value?.[0]?.version;
  useEffect(() => {
    if (version !== undefined) policy.modes().then(setModes, (error: unknown) => setUnread(failureWords(error)));
  }, [policy, version]);
  return (
    <section class="panel" aria-labelledby="modes-heading">
      <h2 id="modes-heading">Modes</h2>
      <Problem words={problem ?? unread} />
      <ul class="plain choices">
        {modes.map(({ id, title, description, active }) => (
          <li key={id} class="choice-row">
            <div>
              <strong>{title}</strong> {active && <span class="chip chip-active">in force</span>}
              <p class="dim">{description}</p>
            </div>
            {!active && (
              <Confirm
                button={`Set ${id}`}
                question={`Make ${title} the policy?`}
                not={not}
                onYes={() => void run(`mode ${id} is in force`, () => policy.setMode(id))}
              >
                <p>{description}</p>
                <p>It takes the place of the program in force, as a new version. You can go back to any earlier one.</p>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
