import { type ReadonlySignal, signal } from "@preact/signals";

export const PAGES = ["approvals", "history", "policy", "mounts", "timeline", "chat"] as const;
export type PageName = (typeof PAGES)[number];

/** Which page, and which thing on it. */
export interface Place {
  page: PageName;
  id: string | null;
}

export interface Route {
  readonly place: ReadonlySignal<Place>;
  go(place: Place): void;
  /** As `go`, without a step to come back to. */
  replace(place: Place): void;
}

/** Where the page is, as the fragment of the address says. */
export function openRoute(browser: Pick<Window, "location" | "history" | "addEventListener">): Route {
  const place = signal(readPlace(browser.location.hash));
  browser.addEventListener("hashchange", () => {
    place.value = readPlace(browser.location.hash);
  });
  return {
    place,
    go(to) {
      browser.location.hash = placeHash(to);
      // The browser tells of it later, and until then a decision that is done would go on to the next call.
      place.value = to;
    },
    replace(to) {
      browser.history.replaceState(null, "", placeHash(to));
      place.value = to;
    },
  };
}

export function placeHash({ page, id }: Place): string {
  return id === null ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
}

export function readPlace(hash: string): Place {
  const [, name, id] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  const page = PAGES.find((each) => each === name) ?? "approvals";
  return { page, id: page === name && id !== undefined ? decoded(id) : null };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
