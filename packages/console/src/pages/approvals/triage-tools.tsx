import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useCommands } from "../../parts/use-commands.ts";
import { useConsole } from "../../state/console.ts";
import { GROUPINGS, SORTINGS } from "../../state/triage.ts";

/** Search, grouping and order of the list. */
export function TriageTools() {
  const { triage } = useConsole();
  const search = useRef<HTMLInputElement>(null);
  useCommands({ search: () => search.current?.focus() });
  return (
    <search class="tools">
      <label class="tools-search">
        <span class="unseen">Search what waits</span>
        <input
          ref={search}
          type="search"
          placeholder="Search, or tool:… server:… state:left"
          value={triage.query.value}
          onInput={(event) => {
            triage.query.value = event.currentTarget.value;
          }}
        />
      </label>
      <Choice label="Group by" choices={GROUPINGS} chosen={triage.grouping} />
      <Choice label="Order" choices={SORTINGS} chosen={triage.sorting} />
    </search>
  );
}

function Choice<T extends string>(props: { label: string; choices: readonly T[]; chosen: Signal<T> }) {
  const { label, choices, chosen } = props;
  return (
    <label class="choice">
      <span>{label}</span>
      <select
        value={chosen.value}
        onChange={({ currentTarget }) => {
          chosen.value = choices.find((choice) => choice === currentTarget.value) ?? chosen.value;
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}
