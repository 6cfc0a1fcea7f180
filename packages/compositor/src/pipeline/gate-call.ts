import type { CallContext, Decision } from "@sallyport/contract/decisions";
import { type GateErrorName, gateError, type RefusedCall, type WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { RequestContext } from "@sallyport/mcp";
import type { RecordedDecision } from "../middleware/audit.ts";
import type { Session } from "../sessions/session.ts";
import type { ToolEntry } from "../surface/tool-entry.ts";

/** What is known of a call when it comes in. */
export interface IncomingCall {
  id: string;
  entry: ToolEntry;
  args: JsonObject;
  argumentsJson: string;
  /** The client's `_meta` without its progress token. */
  meta: JsonObject | undefined;
  session: Session;
  request: RequestContext;
  context: CallContext;
}

/** One call on its way through the pipeline. Facts are only ever added, each once. */
export class GateCall {
  readonly incoming: Readonly<IncomingCall>;
  #asked: Decision | undefined;
  #permit: RecordedDecision | undefined;

  constructor(incoming: IncomingCall) {
    this.incoming = incoming;
  }

  /** The decision that says a person must be asked; undefined where none said so. */
  get asked(): Decision | undefined {
    return this.#asked;
  }

  mustAsk(decision: Decision): void {
    if (this.#asked !== undefined) throw new Error("the call was already sent to a person");
    this.#asked = decision;
  }

  /** What lets the call be dispatched: the decision, already on disk. */
  get permit(): RecordedDecision | undefined {
    return this.#permit;
  }

  grant(permit: RecordedDecision): void {
    if (this.#permit !== undefined) throw new Error("the call was already permitted");
    this.#permit = permit;
  }

  refused(reason: string): RefusedCall {
    const { entry } = this.incoming;
    return { type: "tools/call", name: entry.exposed, server: entry.mount.name, tool: entry.tool, reason };
  }

  refusal(name: GateErrorName, reason: string, details: JsonObject = {}): WireError {
    const decision =
      name === "policy_denied" ? "deny_abort" : name === "policy_denied_continue" ? "deny_continue" : undefined;
    return gateError(name, this.refused(reason), { ...(decision && { decision }), ...details });
  }
}
