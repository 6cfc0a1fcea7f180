import axe from "axe-core";
import type { Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds: rule and where, one line each. */
export async function findings(page: Page, place: string): Promise<string[]> {
  await page.addScriptTag({ content: axe.source });
  const found: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target + " " + failureSummary)))`,
  );
  return Array.isArray(found) ? found.map((line) => `${place}: ${line}`) : [String(found)];
}

/** Pixels that can be reached only by scrolling sideways. */
export async function widerThanTheWindow(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
}
