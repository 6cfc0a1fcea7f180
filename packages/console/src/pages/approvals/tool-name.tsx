import { Visible } from "../../parts/visible.tsx";

/** A tool as a person and as a program calls it: server, title where it has one, and the tool's own name. */
export function ToolName({ server, tool, title }: { server: string; tool: string; title: string | null }) {
  return (
    <>
      <span class="tool-server">
        <Visible text={server} />
      </span>
      <span class="tool-mark" aria-hidden="true">
        {" › "}
      </span>
      <span class="unseen">: </span>
      <Visible text={title ?? tool} />
    </>
  );
}
