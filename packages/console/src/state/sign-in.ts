import { type ReadonlySignal, signal } from "@preact/signals";

/** Signing in with the code of a link, and out again. */
export interface SignIn {
  /** Why the code of the link was no good, for a person. */
  readonly problem: ReadonlySignal<string | null>;
  /** What goes with every request beside the cookie: a cookie is sent to every port of this machine, this only to ours. */
  credentials(): Record<string, string>;
  /** Takes a code out of the address bar and signs in with it. Resolves to false where there is none. */
  take(): Promise<boolean>;
  signOut(): Promise<void>;
}

const PLACE = "sallyport-binding";

/** @param browser the page's window */
export function openSignIn(browser: Window): SignIn {
  const problem = signal<string | null>(null);
  let binding = browser.localStorage.getItem(PLACE);

  const credentials = (): Record<string, string> => (binding === null ? {} : { [PLACE]: binding });

  async function exchange(code: string): Promise<void> {
    const response = await fetch("./login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
      credentials: "same-origin",
    });
    if (!response.ok) throw new Error(`the door answered ${response.status}`);
    const answer: { binding?: unknown } = await response.json();
    if (typeof answer.binding !== "string") return;
    binding = answer.binding;
    browser.localStorage.setItem(PLACE, binding);
  }

  return {
    problem,
    credentials,
    async take() {
      const code = new URLSearchParams(browser.location.hash.slice(1)).get("code");
      if (code === null) return false;
      // At once, and before anything else: it would stay in the history of the browser.
      browser.history.replaceState(null, "", "#/approvals");
      try {
        await exchange(code);
        problem.value = null;
      } catch {
        problem.value = "This link is used up or too old.";
      }
      return true;
    },
    async signOut() {
      await fetch("./logout", { method: "POST", headers: credentials(), credentials: "same-origin" }).catch(() => {});
      browser.localStorage.removeItem(PLACE);
      browser.location.reload();
    },
  };
}
