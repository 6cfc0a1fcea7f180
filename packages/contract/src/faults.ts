import type { JsonObject } from "./json.ts";

/**
 * What a tool of ours can answer instead of its result: local errors have words, wire errors have numbers
 * (`errors.ts`). On the wire a fault is a tool result with `isError: true` and `structuredContent: {error: {code, message, ...details}}`.
 */
export const FAULT_CODES = [
  "already_decided",
  "already_mounted",
  "evaluator_error",
  "forbidden",
  "invalid_input",
  "invalid_policy",
  "mount_failed",
  "not_found",
  "rate_limited",
  "stale_review",
  "store_unavailable",
  "too_large",
  "too_many",
  "unavailable",
  "unsupported",
  "wrong_state",
] as const;

export type FaultCode = (typeof FAULT_CODES)[number];

/** A refusal that a caller can act on. `message` is lower-case, without a full stop, and says what to do next. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: JsonObject;

  constructor(code: FaultCode, message: string, details: JsonObject = {}) {
    super(message);
    this.name = "Fault";
    this.code = code;
    this.details = details;
  }
}
