import { expect } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { mayAllow, openPage, rowOf } from "./browser.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

describeInBrowser("many waiting calls", () => {
  it("U07 clears twenty by keyboard alone", async ({ browser, bed }) => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) ids.push(await bed.ask({ arguments: { path: `file-${index}.txt` } }));
    const { page } = await openPage(browser, bed);
    for (let index = 0; index < 20; index += 1) {
      await page.getByRole("article").getByText(`file-${index}.txt`, { exact: true }).waitFor();
      await mayAllow(page);
      await page.keyboard.press(index % 4 === 3 ? "d" : "a");
    }
    await page.getByText("Nothing waits for you").waitFor();
    const states = await Promise.all(ids.map((id) => bed.state(id)));
    expect(states).toEqual(ids.map((_, index) => (index % 4 === 3 ? "denied" : "approved")));
  });

  it("U07 scrolls a thousand with few rows on the page, and finds one of them", async ({ browser, bed }) => {
    await bed.crowdWith(await bed.ask(), 999);
    const { page, troubles } = await openPage(browser, bed);
    await page.locator(".count").getByText("1000").waitFor();
    await rowOf(page, "file-0.txt").waitFor();
    const rows = page.locator(".rows");
    expect(await rows.getByRole("listitem").count()).toBeLessThan(60);
    await page.evaluate("{ const box = document.querySelector('.rows'); box.scrollTop = box.scrollHeight; }");
    await rowOf(page, "file-998.txt").waitFor();
    const left = "(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)";
    expect(await page.evaluate(`${left}(document.querySelector('.rows'))`)).toBe(0);
    expect(await rows.getByRole("listitem").count()).toBeLessThan(60);
    expect(await rows.getByRole("listitem").last().getAttribute("aria-posinset")).toBe("1000");
    await page.keyboard.press("/");
    await page.keyboard.type("file-731.txt");
    await eventually("one is left", async () => (await rows.getByRole("listitem").count()) === 1);
    await page.getByRole("searchbox").fill("state:left tool:nothing");
    await page.getByText("Nothing that waits matches the search.").waitFor();
    expect(troubles).toEqual([]);
  });
});
