import { Problem } from "../../parts/problem.tsx";
import { useConsole } from "../../state/console.ts";
import { Confirm } from "./confirm.tsx";
import { useDeed } from "./use-deed.ts";

/** The policies that ship with the product. */
export function ModeList() {
  const { policy } = useConsole();
  const { problem, run, not } = useDeed();
  return (
    <section class="panel" aria-labelledby="modes-heading">
      <h2 id="modes-heading">Modes</h2>
      <Problem words={problem ?? policy.modes.problem.value} />
      <ul class="plain choices">
        {(policy.modes.value.value ?? []).map(({ id, title, description, active }) => (
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
