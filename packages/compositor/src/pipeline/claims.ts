import type { ClientClaim } from "@sallyport/contract/approvals";
import { ownProperty } from "@sallyport/contract/json";
import { visibleClaim } from "@sallyport/contract/visible-text";
import type { Session } from "../sessions/session.ts";
import type { ToolEntry } from "../surface/tool-entry.ts";

/** What a session's client says it is; null where the session is the product's own code. */
export function clientClaim({ kind, client }: Session): ClientClaim | null {
  if (kind === "host" || client === undefined) return null;
  return { name: visibleClaim(client.info.name), version: visibleClaim(client.info.version) };
}

/** What a tool's server calls it, for people to read; null where it says nothing. */
export function titleClaim({ shown, mount }: ToolEntry): string | null {
  // The annotation is the older place for it.
  const title = shown.title ?? ownProperty(shown.annotations, "title");
  return typeof title === "string" && title !== "" ? visibleClaim(mount.mask.text(title)) : null;
}
