import type { JsonObject } from "@sallyport/contract/json";
import { useMemo, useState } from "preact/hooks";
import { type ArgumentBlock, argumentBlocks, blockRows, firstRows } from "./argument-blocks.ts";
import { DiffRows, TextRows } from "./code-rows.tsx";
import { Seen } from "./seen.tsx";
import { Visible } from "./visible.tsx";

/** So many rows are put on the page at once; the rest on demand. */
const ROWS_AT_ONCE = 2_000;

/** Names under which a caller says why it wants something. Nobody has checked that. */
const CLAIMS = /^(reason|rationale|justification|explanation|description|purpose|intent|why)$/i;

/** A text that stands there as a number, `false` or a list would: a program does something else with it. */
const LIKE_A_VALUE = /^\s*(true|false|null|-?\d[\d.eE+-]*|\[.*\]|\{.*\})\s*$/;

/** Every argument in full. `onEnd` is told once the end of the last one was on screen. */
export function ArgumentList({ args, onEnd }: { args: JsonObject; onEnd: () => void }) {
  const blocks = useMemo(() => argumentBlocks(args), [args]);
  const total = useMemo(() => blocks.reduce((sum, block) => sum + blockRows(block), 0), [blocks]);
  const [count, setCount] = useState(ROWS_AT_ONCE);
  if (blocks.length === 0) {
    return (
      <>
        <p class="dim">No arguments.</p>
        <End onEnd={onEnd} />
      </>
    );
  }
  return (
    <>
      <dl class="arguments">
        {firstRows(blocks, count).map((block) => (
          <Argument key={block.path} block={block} />
        ))}
      </dl>
      {count < total ? (
        <button type="button" class="button" onClick={() => setCount(count + ROWS_AT_ONCE)}>
          {`Show ${Math.min(ROWS_AT_ONCE, total - count)} more of ${total - count} lines that are left`}
        </button>
      ) : (
        <End onEnd={onEnd} />
      )}
    </>
  );
}

function End({ onEnd }: { onEnd: () => void }) {
  return (
    <div class="end">
      <Seen onSeen={onEnd} />
    </div>
  );
}

function Argument({ block }: { block: ArgumentBlock }) {
  return (
    <div class={"rows" in block ? "argument argument-long" : "argument"}>
      <dt>
        <code>
          <Visible text={block.path} />
        </code>
        {block.kind === "text" && <span class="dim">{block.lines === 1 ? " 1 line" : ` ${block.lines} lines`}</span>}
        {CLAIMS.test(block.path) && <span class="chip">claimed by the agent, unverified</span>}
      </dt>
      <dd>
        <ArgumentValue block={block} />
      </dd>
    </div>
  );
}

function ArgumentValue({ block }: { block: ArgumentBlock }) {
  switch (block.kind) {
    case "line":
      return (
        <>
          <code class={block.quoted ? "value" : "value value-json"}>
            {block.text === "" ? <span class="dim">(empty text)</span> : <Visible text={block.text} />}
          </code>
          {block.quoted && LIKE_A_VALUE.test(block.text) && <p class="dim note">a text, not the value it looks like</p>}
        </>
      );
    case "words":
      return (
        <ol class="words">
          {block.words.map((word, index) => (
            <li key={index}>
              <code class="value">{word === "" ? <span class="dim">(empty text)</span> : <Visible text={word} />}</code>
            </li>
          ))}
        </ol>
      );
    case "text":
      return (
        <>
          <TextRows rows={block.rows} label={block.path} />
          {block.open && <p class="dim note">no line break at the end</p>}
        </>
      );
    case "diff":
      return <DiffRows rows={block.rows} label={block.path} />;
  }
}
