import { type TimelineEvent, timelinePhase } from "@sallyport/contract/timeline";
import { useState } from "preact/hooks";
import { Problem } from "../../parts/problem.tsx";
import { RowWindow } from "../../parts/row-window.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Ago } from "../../parts/times.tsx";
import { useMedia } from "../../parts/use-media.ts";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";

/** As high as the style has them, on a wide page and on a narrow one. */
const ROW_REM = { wide: 2.5, narrow: 4 };

/** What happened, the newest first. */
export function TimelinePage() {
  const { timeline, route } = useConsole();
  const [query, setQuery] = useState(route.place.value.id ?? "");
  const [phase, setPhase] = useState("");
  const isNarrow = useMedia("(max-width: 52rem)");
  const all = timeline.value.value ?? [];
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all
    .filter((event) => (phase === "" || event.phase === phase) && words.every((word) => textOf(event).includes(word)))
    .toReversed();
  return (
    <div class="page page-full">
      <h1>Timeline</h1>
      <search class="tools">
        <SearchField label="Search the timeline" placeholder="Search" value={query} onInput={setQuery} />
        <label class="choice">
          <span>About</span>
          <select value={phase} onChange={(event) => setPhase(event.currentTarget.value)}>
            <option value="">everything</option>
            {timelinePhase.options.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <span class="dim" role="status">{`${found.length} of ${all.length}`}</span>
      </search>
      <Problem words={timeline.problem.value} />
      {found.length === 0 ? (
        <p class="empty">{all.length === 0 ? "Nothing happened yet." : "Nothing matches."}</p>
      ) : (
        <RowWindow
          label="Events"
          keys={found.map(({ seq }) => String(seq))}
          anchor={null}
          focusable={false}
          rowRem={isNarrow ? ROW_REM.narrow : ROW_REM.wide}
          row={(index) => <EventRow event={found[index]} />}
        />
      )}
    </div>
  );
}

function EventRow({ event }: { event: TimelineEvent | undefined }) {
  if (event === undefined) return null;
  const { seq, ts, phase, action, status, server, tool, verdict, error, by } = event;
  return (
    <div class="event">
      <span class="event-seq">{seq}</span>
      <span class="event-time">
        <Ago time={ts} />
      </span>
      <span class="event-phase">
        <span class="chip">{phase}</span>
      </span>
      <span class="event-words">
        <Visible text={[action, [server, tool].filter(Boolean).join(" › ")].filter(Boolean).join(" ")} />
        {by !== undefined && <Visible text={` by ${by}`} />}
        {error !== undefined && <Visible text={`: ${error.message}`} />}
      </span>
      <span class="dim">
        <Visible text={verdict ?? status} />
      </span>
    </div>
  );
}

function textOf({ phase, action, status, server, tool, verdict, error, by, subject, call_id }: TimelineEvent): string {
  return [phase, action, status, server, tool, verdict, error?.message, by, subject, call_id].join("\n").toLowerCase();
}
