import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findings, widerThanTheWindow } from "./accessibility.ts";
import { openPage, rowOf } from "./browser.ts";
import { fillConsole } from "./fill-console.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

const PAGES = ["approvals", "history", "policy", "mounts", "timeline", "chat"];

/** Out of a field or a dialog. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

describeInBrowser("accessibility of the page", () => {
  it.beforeEach(({ bed }) => fillConsole(bed));

  // Axe is put in by the test, which the page's own rules would not allow.
  const options = { bypassCSP: true, reducedMotion: "reduce" } as const;

  async function everyPage(page: Page, place: string): Promise<string[]> {
    const found: string[] = [];
    for (const name of PAGES) {
      await page.goto(new URL(`/#/${name}`, page.url()).href);
      await page.locator("main h1").waitFor({ state: "attached" });
      await page
        .locator(name === "chat" ? ".message" : "main li")
        .first()
        .waitFor();
      found.push(...(await findings(page, `${place} ${name}`)));
      if ((await widerThanTheWindow(page)) > 0) found.push(`${place} ${name}: wider than the window`);
    }
    return found;
  }

  it("U08 holds on every page in light", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed, { ...options, colorScheme: "light" });
    expect(await everyPage(page, "light")).toEqual([]);
  });

  it("U08 holds on every page in dark", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed, { ...options, colorScheme: "dark" });
    expect(await everyPage(page, "dark")).toEqual([]);
  });

  it("U08 holds at 320 by 256 pixels, which is 400 % of 1280 by 1024", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed, { ...options, viewport: { width: 320, height: 256 } });
    const found = await everyPage(page, "narrow");
    await page.goto(`${bed.door.url}/#/approvals`);
    await rowOf(page, "run").click();
    await page.getByRole("button", { name: "Back to the list" }).waitFor();
    found.push(...(await findings(page, "narrow detail")));
    expect([...found, await widerThanTheWindow(page)]).toEqual([0]);
  });

  it("U08 holds in every dialog, in a proposal, in what is decided, and signed out", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed, options);
    const found: string[] = [];
    await rowOf(page, "run").click();
    await page.keyboard.press("c");
    found.push(...(await findings(page, "comment")));
    await leave(page);
    await page.keyboard.press("s");
    await page.getByRole("dialog").waitFor();
    found.push(...(await findings(page, "stop")));
    await leave(page);
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Deny all…" }).click();
    await page.getByRole("dialog").waitFor();
    found.push(...(await findings(page, "bulk")));
    await leave(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    found.push(...(await findings(page, "keys")));
    await leave(page);
    await page.goto(`${bed.door.url}/#/policy`);
    await page.getByRole("link", { name: "Let me write notes" }).click();
    await page.getByRole("button", { name: "Make it the policy…" }).click();
    await page.getByRole("dialog").waitFor();
    found.push(...(await findings(page, "proposal")));
    await leave(page);
    await page.goto(`${bed.door.url}/#/history`);
    await page.getByRole("listitem").filter({ hasText: "user:ben" }).click();
    found.push(...(await findings(page, "history row")));
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("sallyport open").waitFor();
    found.push(...(await findings(page, "signed out")));
    expect(found).toEqual([]);
  });
});
