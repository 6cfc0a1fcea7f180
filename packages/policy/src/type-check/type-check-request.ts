import type { PolicyDiagnostic } from "@sallyport/contract/policies";

export interface TypeCheckRequest {
  source: string;
  /** Declarations of the names that a program finds there without importing them. */
  ambient: string;
  syncPath: string;
  fsPath: string;
}

export type FoundInTypes = { diagnostics: PolicyDiagnostic[] } | { unavailable: string };
