import { type ReadonlySignal, signal } from "@preact/signals";

/** What a screen reader is told although nobody went there. */
export interface Announcer {
  readonly polite: ReadonlySignal<string>;
  readonly urgent: ReadonlySignal<string>;
  say(words: string): void;
  sayAtOnce(words: string): void;
}

export function createAnnouncer(): Announcer {
  const polite = signal("");
  const urgent = signal("");
  // The same words again are told again only where the text differs.
  const put = (to: { value: string }, words: string): void => {
    to.value = to.value === words ? `${words}\u00a0` : words;
  };
  return { polite, urgent, say: (words) => put(polite, words), sayAtOnce: (words) => put(urgent, words) };
}
