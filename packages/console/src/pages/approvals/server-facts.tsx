import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { LaunchFacts } from "../../parts/launch-facts.tsx";
import { Visible } from "../../parts/visible.tsx";
import { useConsole } from "../../state/console.ts";

/** The server that would run the call, and how it is started. */
export function ServerFacts({ record }: { record: ApprovalRecord }) {
  const { mounts } = useConsole();
  const mount = mounts.all.value?.find(({ name }) => name === record.server);
  return (
    <section class="panel" aria-labelledby="server-heading">
      <h3 id="server-heading">
        Server <Visible text={record.server} />
      </h3>
      {mount === undefined ? (
        <p class="dim">Nothing is known of this server: it is not mounted now.</p>
      ) : (
        <LaunchFacts page={mount.page} />
      )}
      <p class="digest">
        definition of the tool, digest <code>{record.definition_digest}</code>
      </p>
    </section>
  );
}
