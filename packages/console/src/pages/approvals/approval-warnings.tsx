import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { mixedScriptWords } from "@sallyport/contract/look-alikes";
import { visibleParts } from "@sallyport/contract/visible-parts";
import { useMemo } from "preact/hooks";
import { Visible } from "../../parts/visible.tsx";
import type { EarlierCalls } from "../../state/earlier-calls.ts";

/** What a person should look at twice. */
export function ApprovalWarnings({ record, earlier }: { record: ApprovalRecord; earlier: EarlierCalls | null }) {
  const { arguments: args, definition_digest } = record;
  const { mixed, tokens } = useMemo(() => findings(args), [args]);
  const last = earlier?.allowed;
  const changed = last !== undefined && last.definition_digest !== definition_digest;
  if (mixed.length === 0 && tokens === 0 && !changed) return null;
  return (
    <section class="warning" aria-label="Look twice">
      <ul>
        {tokens > 0 && (
          <li>
            <strong>Hidden or deceptive characters: </strong>
            {`${tokens} in the arguments, shown as `}
            <span class="token">⟦…⟧</span>
          </li>
        )}
        {mixed.length > 0 && (
          <li>
            <strong>Mixed scripts: </strong>
            {mixed.map((word) => (
              <code key={word}>
                <Visible text={word} />{" "}
              </code>
            ))}
          </li>
        )}
        {changed && (
          <li>
            <strong>The tool changed: </strong>
            its definition is not the one it had when a call of it was last allowed
          </li>
        )}
      </ul>
    </section>
  );
}

function findings(args: ApprovalRecord["arguments"]): { mixed: string[]; tokens: number } {
  const texts = textsIn(args);
  const tokensOf = (text: string) =>
    text.split("\n").reduce((sum, line) => sum + visibleParts(line).filter(({ kind }) => kind === "token").length, 0);
  return {
    mixed: [...new Set(texts.flatMap(mixedScriptWords))].slice(0, 20),
    tokens: texts.reduce((sum, text) => sum + tokensOf(text), 0),
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    Array.isArray(value) ? textsIn(member) : [key, ...textsIn(member)],
  );
}
