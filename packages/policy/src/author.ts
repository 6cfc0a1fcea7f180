/**
 * What a policy program is written against. In a program these names are simply there: it imports nothing. This file
 * imports nothing either, because the type-check reads its text.
 */

/** The call that is decided on. Arguments are the caller's: read them as own properties. */
export interface PolicyCall {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: arguments are whatever the tool takes, and authors narrow as they go
  readonly arguments: Readonly<Record<string, any>>;
}

/** What the gate knows about the call. Decide on `server` and `tool`: the advertised name can change. */
export interface PolicyContext {
  readonly principal: "agent" | "human";
  readonly agent: string;
  readonly server: string;
  readonly tool: string;
  /** From the annotations of trusted servers; `mutating` where nobody vouches. */
  readonly safety: "read_only" | "mutating" | "destructive" | "network";
  readonly annotations: Readonly<Record<string, unknown>>;
  readonly mode: string;
  /** False where nobody can be asked: an `ask` then becomes a `deny_continue`. */
  readonly interactive: boolean;
  readonly session: string;
}

/** One choice an ask offers. What it allows is said here and not guessed from its kind. */
export interface PolicyAskOption {
  id: string;
  name: string;
  kind: "allow_once" | "allow_always" | "reject_once" | "reject_always";
  allows: boolean;
}

/** What a program answers, complete and exact. */
export interface PolicyResult {
  decision: "allow" | "ask" | "deny_continue" | "deny_abort";
  /** Shown to people and to the agent, up to 500 characters. */
  rationale?: string | undefined;
  /** Only with `ask`, in place of the default choices. */
  options?: PolicyAskOption[] | undefined;
}

/** One entry of `export const tests`: run before the program may become active. */
export interface PolicyTest {
  call: { name: string; arguments?: Record<string, unknown> };
  context?: Partial<PolicyContext>;
  decision: PolicyResult["decision"];
}
