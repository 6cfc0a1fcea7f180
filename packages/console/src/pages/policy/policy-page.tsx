import { Problem } from "../../parts/problem.tsx";
import { useConsole } from "../../state/console.ts";
import { placeHash } from "../../state/route.ts";
import { ModeList } from "./mode-list.tsx";
import { ProposalDetail } from "./proposal-detail.tsx";
import { ProposalList } from "./proposal-list.tsx";
import { VersionDetail } from "./version-detail.tsx";
import { VersionList } from "./version-list.tsx";

/** What decides every call: the program in force, those before it, those an agent would like. */
export function PolicyPage() {
  const { route, policy } = useConsole();
  const { id } = route.place.value;
  const active = policy.versions.value.value?.[0];
  const [kind, name] = splitId(id);
  return (
    <div class="page">
      <h1>Policy</h1>
      <Problem words={policy.versions.problem.value} />
      {id !== null && (
        <p>
          <a href={placeHash({ page: "policy", id: null })}>Back to the policy</a>
        </p>
      )}
      {kind === "proposal" && <ProposalDetail key={name} id={name} />}
      {kind === "version" && <VersionDetail key={name} version={Number(name)} />}
      {id === null && (
        <>
          <ProposalList />
          {active !== undefined && <VersionDetail key={active.version} version={active.version} />}
          <ModeList />
          <VersionList />
        </>
      )}
    </div>
  );
}

function splitId(id: string | null): [string, string] {
  const [, kind = "", name = ""] = /^(proposal|version)-(.+)$/.exec(id ?? "") ?? [];
  return [kind, name];
}
