import { type ReadonlySignal, signal } from "@preact/signals";
import { PROOF_HEADER, type Proof } from "../mcp/endpoint.ts";
import { LoginProof } from "./login-proof.ts";

/** Signing in with the code of a link, and out again. */
export interface SignIn {
  /** Goes with every request beside the cookie: a cookie is sent to every port of this machine. */
  readonly proof: Proof;
  /** Why the code of the link was no good, for a person. */
  readonly problem: ReadonlySignal<string | null>;
  /** Takes a code out of the address bar and signs in with it. Resolves to false where there is none. */
  take(): Promise<boolean>;
  signOut(): Promise<void>;
}

/** How long the answer to a link may take, in milliseconds. */
const ANSWER_MS = 40_000;

/** @param browser the page's window */
export function openSignIn(browser: Window): SignIn {
  const problem = signal<string | null>(null);
  const proof = new LoginProof(browser.localStorage, browser.location.host);

  async function exchange(code: string): Promise<void> {
    const response = await fetch("./login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
      credentials: "same-origin",
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => {
      throw new Error("The gateway does not answer.");
    });
    if (!response.ok) throw new Error("This link is used up, too old, or for another address.");
    const { login, secret, door }: Record<string, unknown> = await response.json();
    if (typeof login !== "string" || typeof secret !== "string" || typeof door !== "string")
      throw new Error("The answer to this link was no login.");
    proof.hold({ login, secret }, door);
  }

  return {
    problem,
    proof,
    async take() {
      const code = new URLSearchParams(browser.location.hash.slice(1)).get("code");
      if (code === null) return false;
      // At once, and before anything else: it would stay in the history of the browser.
      browser.history.replaceState(null, "", "#/approvals");
      try {
        await exchange(code);
        problem.value = null;
      } catch (error) {
        problem.value = error instanceof Error ? error.message : String(error);
      }
      return true;
    },
    async signOut() {
      const headers = { [PROOF_HEADER]: proof.current() ?? "" };
      await fetch("./logout", { method: "POST", headers, credentials: "same-origin" }).catch(() => {});
      proof.forget();
      browser.location.reload();
    },
  };
}
