import { type JsonObject, ownProperty } from "@sallyport/contract/json";
import { LaunchFacts } from "../../parts/launch-facts.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Visible, VisibleLines } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";
import type { MountPage } from "../../state/mounts.ts";

/** Every server behind the door and how it is. */
export function MountsPage() {
  const { mounts } = useConsole();
  const all = mounts.all.value;
  return (
    <div class="page">
      <h1>Mounts</h1>
      <Problem words={mounts.problem.value} />
      {all?.length === 0 && <p class="empty">No server is mounted.</p>}
      <ul class="cards">
        {(all ?? []).map((mount) => (
          <Mount key={mount.name} mount={mount} />
        ))}
      </ul>
    </div>
  );
}

const SHAPES = { running: "●", initializing: "◌", failed: "▲" } as const;

function Mount({ mount: { name, page } }: { mount: MountPage }) {
  const { stderr = [] } = page;
  const tools = page.state === "running" ? page.tools : [];
  return (
    <li class="card">
      <h2 class="card-title">
        <span class={`chip chip-mount-${page.state}`}>
          <span aria-hidden="true">{`${SHAPES[page.state]} `}</span>
          {page.state}
        </span>
        <Visible text={name} />
      </h2>
      <div class="card-body">
        <LaunchFacts page={page} />
        {tools.length > 0 && (
          <details>
            <summary>{tools.length === 1 ? "1 tool" : `${tools.length} tools`}</summary>
            <ul class="plain">
              {tools.map((tool, index) => (
                <Tool key={index} tool={tool} />
              ))}
            </ul>
          </details>
        )}
        {stderr.length > 0 && (
          <details open={page.state === "failed"}>
            <summary>{stderr.length === 1 ? "Last line of its log" : `Last ${stderr.length} lines of its log`}</summary>
            <ol class="code" aria-label={`Log of ${name}`}>
              {stderr.map((line, index) => (
                <li key={index} class="code-line code-unnumbered">
                  <Visible text={line} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </li>
  );
}

function Tool({ tool }: { tool: JsonObject }) {
  const text = (key: string) => {
    const value = ownProperty(tool, key);
    return typeof value === "string" ? value : "";
  };
  return (
    <li>
      <code>
        <Visible text={text("name")} />
      </code>{" "}
      <Visible text={text("title")} />
      <div class="dim">
        <VisibleLines text={text("description")} />
      </div>
    </li>
  );
}
