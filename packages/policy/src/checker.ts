import type { PolicyCheck, PolicyLanguage } from "@sallyport/contract/policies";

/** Everything there is to know about a program before it may become active: size, types, load, its own tests. */
export interface PolicyChecker {
  check(policy: { language: PolicyLanguage; source: string }): Promise<PolicyCheck>;
  close(): Promise<void>;
}
