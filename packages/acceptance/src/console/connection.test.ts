import { expect } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { mayAllow, openPage, rowOf } from "./browser.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

describeInBrowser("the page and its gateway", () => {
  it("U06 decides nothing while the gateway is away, and goes on when it is back", async ({ browser, bed }) => {
    const id = await bed.ask();
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    await bed.door.shut();
    await page.getByRole("alert").getByText("Not connected.").waitFor();
    expect(await page.getByRole("button", { name: "Deny", exact: true }).getAttribute("title")).toBe("not connected");
    await page.keyboard.press("a");
    await page.getByText("Not now: not connected").waitFor({ state: "attached" });
    await bed.ask({ arguments: { path: "while-away.txt" } });
    await bed.door.open();
    await page.getByText("Live", { exact: true }).waitFor();
    await rowOf(page, "while-away.txt").waitFor();
    expect(await bed.state(id)).toBe("pending");
    await mayAllow(page);
    await page.keyboard.press("a");
    await eventually("it is approved", async () => (await bed.state(id)) === "approved");
  });

  it("U06 goes on in each tab while the one that signed in is open, and asks for a new link after", async ({
    browser,
    bed,
  }) => {
    const { page } = await openPage(browser, bed);
    const other = await page.context().newPage();
    await other.goto(bed.door.url);
    await other.getByText("Live", { exact: true }).waitFor();
    await bed.door.shut();
    for (const tab of [page, other]) await tab.getByRole("alert").getByText("Not connected.").waitFor();
    await bed.door.open();
    for (const tab of [page, other]) await tab.getByText("Live", { exact: true }).waitFor();
    await page.close();
    await other.reload();
    await other.getByText("Live", { exact: true }).waitFor();
    await bed.door.shut();
    await bed.door.open();
    await other.getByText("sallyport open").waitFor();
  });

  it("U06 reads again every two seconds where nothing can be told", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.route("**/mcp", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
    await bed.door.shut();
    await bed.door.open();
    await page.getByRole("alert").getByText("tells nothing by itself").waitFor();
    await bed.ask({ arguments: { path: "polled.txt" } });
    await rowOf(page, "polled.txt").waitFor();
  });

  it("U11 signs in once with a link, and its code is gone from the address at once", async ({ browser, bed }) => {
    const link = bed.door.link("ann");
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByText("Live", { exact: true }).waitFor();
    expect(page.url()).toBe(`${bed.door.url}/#/approvals`);
    expect(await page.evaluate("history.length")).toBe(2);
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("sallyport open").waitFor();
    const second = await (await browser.newContext()).newPage();
    await second.goto(link);
    await second.getByText("This link is used up, too old, or for another address.").waitFor();
    await second.goto(bed.door.link("ben"));
    await second.getByText("Live", { exact: true }).waitFor();
  });
});
