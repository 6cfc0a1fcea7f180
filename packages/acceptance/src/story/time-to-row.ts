import type { Page } from "playwright-core";

/** Begins to look for a text in the list of waiting calls; call what it answers for the moment it was there (ms of the epoch). */
export async function watchForRow(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate(`{
    const isThere = () => document.querySelector(".rows")?.textContent.includes(${JSON.stringify(text)}) === true;
    window.shownAt = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        resolve(Date.now());
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    // The last value is waited for, and must not be the promise.
    null;
  }`);
  return async () => Number(await page.evaluate("window.shownAt"));
}
