import { Problem } from "../../parts/problem.tsx";
import { Ago } from "../../parts/times.tsx";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { placeHash } from "../../state/route.ts";

/** Programs the agent would like to have. */
export function ProposalList() {
  const { policy } = useConsole();
  const proposals = policy.proposals.value.value ?? [];
  const open = proposals.filter(({ status }) => status === "pending");
  const closed = proposals.filter(({ status }) => status !== "pending");
  return (
    <section class="panel" aria-labelledby="proposals-heading">
      <h2 id="proposals-heading">Proposals</h2>
      <Problem words={policy.proposals.problem.value} />
      {open.length === 0 && <p class="dim">None waits for you.</p>}
      <Rows proposals={open} />
      {closed.length > 0 && (
        <details>
          <summary>{`${closed.length} decided`}</summary>
          <Rows proposals={closed} />
        </details>
      )}
    </section>
  );
}

function Rows({
  proposals,
}: {
  proposals: readonly { id: string; title: string; status: string; created_at: string }[];
}) {
  return (
    <ul class="plain">
      {proposals.map(({ id, title, status, created_at }) => (
        <li key={id}>
          <a href={placeHash({ page: "policy", id: `proposal-${id}` })}>
            <Visible text={title === "" ? `Proposal ${id}` : title} />
          </a>{" "}
          <span class="chip">{status}</span>{" "}
          <span class="dim">
            <Ago time={created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
