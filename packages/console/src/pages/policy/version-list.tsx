import { Problem } from "../../parts/problem.tsx";
import { Ago } from "../../parts/times.tsx";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { placeHash } from "../../state/route.ts";
import { Confirm } from "./confirm.tsx";
import { useDeed } from "./use-deed.ts";

/** Every version there was, and the way back to it. */
export function VersionList() {
  const { policy } = useConsole();
  const { problem, run, not } = useDeed();
  const versions = policy.versions.value.value ?? [];
  const active = versions[0]?.version;
  return (
    <section class="panel" aria-labelledby="versions-heading">
      <h2 id="versions-heading">Versions</h2>
      <Problem words={problem} />
      <ul class="plain choices">
        {versions.map(({ version, mode, author, reason, created_at, digest }) => (
          <li key={version} class="choice-row">
            <div>
              <a href={placeHash({ page: "policy", id: `version-${version}` })}>{`Version ${version}`}</a>{" "}
              {version === active && <span class="chip chip-active">in force</span>}
              <p class="dim">
                {mode}, by <Visible text={author} /> <Ago time={created_at} />
                {reason !== "" && (
                  <>
                    {": "}
                    <Visible text={reason} />
                  </>
                )}
              </p>
              <p class="digest">
                digest <code>{digest}</code>
              </p>
            </div>
            {version !== active && (
              <Confirm
                button="Go back to it"
                question={`Make version ${version} the policy again?`}
                not={not}
                onYes={() => void run(`version ${version} is in force again`, () => policy.goBack(version))}
              >
                <p>{`Its program becomes version ${(active ?? 0) + 1}. Calls that wait are decided anew when you answer them.`}</p>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
