import type { PolicyDiagnostic, PolicyLanguage } from "@sallyport/contract/policies";

/** What an engine promises about how it runs a program. */
export interface EngineClaims {
  readonly freshStatePerDecision: boolean;
  readonly deterministic: boolean;
  readonly separateProcess: boolean;
  /** As far as is known: whether the kernel's walls hold is found out when the first process starts. */
  readonly kernelIsolation: boolean;
}

export interface PolicySource {
  language: PolicyLanguage;
  source: string;
  /** SHA-256 of the source, for caches and messages. */
  digest: string;
}

export interface EngineLimits {
  /** Milliseconds for one decision, before the watchdog. */
  timeoutMs: number;
}

/** A program that is loaded and ready; opaque to everyone but its engine. */
export interface PreparedPolicy {
  readonly digest: string;
  /** `export const tests` as plain JSON, unchecked; undefined where the program has none. */
  readonly tests: unknown;
  release(): void;
}

/** The program could not be loaded: where and why. */
export class PolicyLoadError extends Error {
  readonly diagnostics: readonly PolicyDiagnostic[];

  constructor(diagnostics: readonly PolicyDiagnostic[]) {
    super(diagnostics[0]?.message ?? "the policy could not be loaded");
    this.name = "PolicyLoadError";
    this.diagnostics = diagnostics;
  }
}

/** The program gave no usable answer, or the engine could not run it. Always means: not executed. */
export class EvaluationError extends Error {
  readonly kind: "timeout" | "memory" | "threw" | "bad_answer" | "too_large" | "unavailable" | "no_policy";

  constructor(kind: EvaluationError["kind"], message: string) {
    super(message);
    this.name = "EvaluationError";
    this.kind = kind;
  }
}

export type EngineHealth = { ok: true; detail: string } | { ok: false; detail: string; remedy: string };

/** One way to run policy programs. Everything an engine says is checked in front of it, once, for all engines. */
export interface PolicyEngine {
  readonly id: string;
  readonly languages: readonly PolicyLanguage[];
  readonly claims: EngineClaims;
  /** Throws `PolicyLoadError` for the program's faults, `EvaluationError` (`unavailable`) for the engine's. */
  prepare(policy: PolicySource): Promise<PreparedPolicy>;
  /** One decision on JSON text `{name, arguments, context}`; answers the program's raw answer as JSON text. */
  decide(prepared: PreparedPolicy, inputJson: string, limits: EngineLimits, signal?: AbortSignal): Promise<string>;
  health(): Promise<EngineHealth>;
  close(): Promise<void>;
}
