import type { PolicyVersion } from "@sallyport/contract/policies";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../../parts/problem.tsx";
import { Program } from "../../parts/program.tsx";
import { Ago } from "../../parts/times.tsx";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import { failureWords } from "../../state/failure-words.ts";
import { AskedHowOften } from "./asked-how-often.tsx";

/** One version's program, whole. */
export function VersionDetail({ version }: { version: number }) {
  const { policy } = useConsole();
  const [read, setRead] = useState<PolicyVersion | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    policy.version(version).then(setRead, (error: unknown) => setProblem(failureWords(error)));
  }, [policy, version]);
  const isActive = policy.versions.value.value?.[0]?.version === version;
  return (
    <section class="panel" aria-labelledby="version-heading">
      <h2 id="version-heading">
        {isActive ? "In force: " : ""}
        {`version ${version}`}
      </h2>
      <Problem words={problem} />
      {read !== null && (
        <>
          <p class="dim">
            {`${read.mode}${read.non_interactive ? ", asks nobody" : ""}, by `}
            <Visible text={read.author} /> <Ago time={read.created_at} />
          </p>
          {isActive && <AskedHowOften version={version} />}
          <p class="digest">
            digest <code>{read.digest}</code>
          </p>
          <Program source={read.source} label={`Version ${version}`} />
        </>
      )}
    </section>
  );
}
