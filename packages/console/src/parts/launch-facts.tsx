import type { MountStatePage } from "@sallyport/contract/compositor-meta";
import { ownProperty } from "@sallyport/contract/json";
import { Ago } from "./times.tsx";
import { Visible, VisibleLines } from "./visible.tsx";

/** How a server is started, where it is confined, and how it is. */
export function LaunchFacts({ page }: { page: MountStatePage }) {
  const { launch, sandbox, restarts, since, state } = page;
  return (
    <dl class="facts">
      <Fact name="State">
        {state} since <Ago time={since} />
        {restarts > 0 && `, restarted ${restarts === 1 ? "once" : `${restarts} times`}`}
      </Fact>
      {page.state === "failed" && (
        <Fact name="Error">
          <VisibleLines text={page.error} />
        </Fact>
      )}
      {page.state === "running" && (
        <Fact name="Says it is">
          <Visible text={serverWords(page.initialize)} />
        </Fact>
      )}
      <Fact name="Sandbox">
        <Visible text={sandbox} />
      </Fact>
      {launch?.type === "stdio" && (
        <>
          <Fact name="Command">
            <code class="value">
              <Visible text={[launch.command, ...launch.args].map(shellWord).join(" ")} />
            </code>
          </Fact>
          {launch.env.length > 0 && (
            <Fact name="Variables">
              <code>
                <Visible text={launch.env.join(", ")} />
              </code>
            </Fact>
          )}
        </>
      )}
      {launch?.type === "http" && (
        <Fact name="Address">
          <code class="value">
            <Visible text={launch.url} />
          </code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Quoted where a shell would see more than one word in it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function serverWords(initialize: Record<string, unknown>): string {
  const server = ownProperty(initialize, "serverInfo");
  const words = ["title", "name", "version"].map((key) => ownProperty(server, key));
  return words.filter((word) => typeof word === "string").join(" ") || "nothing";
}
