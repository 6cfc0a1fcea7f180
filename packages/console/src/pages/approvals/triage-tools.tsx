import type { Signal } from "@preact/signals";
import { SearchField } from "../../parts/search-field.tsx";
import { useConsole } from "../../state/console.ts";
import { GROUPINGS, SORTINGS } from "../../state/triage.ts";

/** Search, grouping and order of the list. */
export function TriageTools() {
  const { triage } = useConsole();
  return (
    <search class="tools">
      <SearchField
        label="Search what waits"
        placeholder="Search, or tool:… server:… state:left"
        value={triage.query.value}
        onInput={(text) => {
          triage.query.value = text;
        }}
      />
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
