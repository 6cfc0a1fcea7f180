import { APPROVAL_LIFETIME_MS } from "@sallyport/contract/approvals";
import { DEFAULT_ASK_OPTIONS } from "@sallyport/contract/decisions";
import { digestOf } from "@sallyport/contract/digests";
import type { JsonObject } from "@sallyport/contract/json";
import { openStore } from "@sallyport/store";

/** Puts a call that waits for a person on a store, as a gateway would, and answers its approval id. */
export async function askPerson(store: string, args: JsonObject, rationale = "it changes something"): Promise<string> {
  const gate = await openStore(store, "gate");
  try {
    const owner = await gate.instances.enter({ agent: "default", view: "agent" });
    const outcome = await gate.approvals.ask({
      agent: "default",
      principal: "agent",
      session: "session-1",
      client: { name: "an agent's host", version: "1.2" },
      name: "files_write_file",
      server: "files",
      tool: "write_file",
      tool_title: null,
      safety: "mutating",
      arguments: args,
      arguments_digest: digestOf(args),
      definition_digest: digestOf({ name: "write_file" }),
      policy: { version: 1, digest: digestOf("policy") },
      rationale,
      options: [...DEFAULT_ASK_OPTIONS],
      owner,
      lifetime_ms: APPROVAL_LIFETIME_MS,
    });
    if (outcome.kind !== "created") throw new Error(`the ask was ${outcome.kind}`);
    return outcome.record.approval_id;
  } finally {
    await gate.close();
  }
}
