import { GATE_ERRORS, type GateErrorName, RPC_ERRORS } from "@sallyport/contract/errors";
import { EXIT } from "@sallyport/contract/exit-codes";
import { FAULT_CODES, type FaultCode } from "@sallyport/contract/faults";
import { table } from "./regions.ts";

const GATE_CAUSES: Record<GateErrorName, string> = {
  policy_denied: "the policy said `deny_abort`, a person refused and stopped the agent, or the agent is stopped",
  policy_denied_continue:
    "the policy said `deny_continue`, a person refused, the question expired, or too many questions wait",
  policy_backend_reserved_misuse: "a child used a code, message or stamp that only the gate may use",
  policy_evaluator_error: "the policy failed, timed out or answered an odd shape, or the store cannot be written",
  busy: "more calls or questions than the gate admits; nothing was created",
  resources_subscribe_unsupported: "the child behind this resource cannot be subscribed to",
  resources_unsubscribe_unsupported: "the child behind this resource cannot be unsubscribed from",
};

const FAULT_CAUSES: Record<FaultCode, string> = {
  already_decided: "somebody decided it first; `details` say who and when",
  already_mounted: "the name is mounted with another spec; detach it first, or take another name",
  evaluator_error: "a dry decision could not be made",
  forbidden: "the caller may not do this to a thing it may see",
  invalid_input: "the arguments do not fit the tool's schema; the message names the path",
  invalid_policy: "the program failed its check; `details` hold the diagnostics",
  mount_failed: "the server was recorded and does not run; the message has its error",
  not_found: "there is no such id, or the caller may not know of it",
  rate_limited: "too often; the message says when to come back",
  stale_review: "something on the page that was read has changed; read it again",
  store_unavailable: "the store cannot be opened or written",
  too_large: "more than a limit of the contract",
  too_many: "as many as may be open are open",
  unavailable: "its server does not answer just now; try again when it runs",
  unsupported: "not here: an engine or a language that is not installed",
  wrong_state: "it is no longer, or not yet, in a state that allows this",
};

const EXIT_CAUSES: Record<keyof typeof EXIT, string> = {
  ok: "it worked",
  failed: "the command ran and the answer is no: a check failed, an id is unknown, a decision came second",
  usage: "the command line was wrong",
  config: "configuration or policy is wrong, or this Node is too old",
};

export const gateErrorTable = () =>
  table(
    ["code", "message", "when", "executed?"],
    names(GATE_CAUSES).map((name) => [
      String(GATE_ERRORS[name]),
      `\`${name}\``,
      GATE_CAUSES[name],
      name === "policy_backend_reserved_misuse" ? "perhaps, by that child" : "no",
    ]),
  );

export const protocolErrorTable = () =>
  table(
    ["code", "name"],
    names(RPC_ERRORS).map((name) => [String(RPC_ERRORS[name]), `\`${name}\``]),
  );

export const faultTable = () =>
  table(
    ["code", "when"],
    [...FAULT_CODES].sort().map((code) => [`\`${code}\``, FAULT_CAUSES[code]]),
  );

export const exitTable = () =>
  table(
    ["exit", "when"],
    names(EXIT).map((name) => [String(EXIT[name]), EXIT_CAUSES[name]]),
  );

/** `Object.keys` of a literal object, whose keys TypeScript knows. */
function names<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[];
}
