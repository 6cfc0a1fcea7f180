import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { mayAllow, openPage, rowOf } from "./browser.ts";
import type { ConsoleBed } from "./console-bed.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

describeInBrowser("many calls decided at once", () => {
  it("U10 denies many at once, and allows together only calls of one tool", async ({ browser, bed }) => {
    const ids = [
      await bed.ask(),
      await bed.ask({ arguments: { path: "b.txt" } }),
      await bed.ask({ server: "mail", tool: "send" }),
    ];
    const { page } = await openPage(browser, bed);
    await rowOf(page, "mail").waitFor();
    for (const key of ["x", "j", "x", "j", "x"]) await page.keyboard.press(key);
    await page.getByText("3 selected").waitFor();
    const allow = page.getByRole("button", { name: "Allow all…" });
    expect(await allow.getAttribute("title")).toBe("only calls of one and the same tool can be allowed together");
    await page.keyboard.press("x");
    await allow.click();
    const dialog = page.getByRole("dialog", { name: "Allow 2 calls, once each?" });
    expect(await dialog.getByRole("heading", { level: 3 }).count()).toBe(2);
    await dialog.locator('.button-primary[aria-disabled="false"]').click();
    await eventually("both are approved", async () => (await bed.state(ids[1] ?? "")) === "approved");
    expect(await bed.state(ids[0] ?? "")).toBe("approved");
    await page.getByRole("checkbox", { name: "Select mail_send" }).check();
    await page.getByRole("button", { name: "Deny all…" }).click();
    await page.getByRole("textbox", { name: "Comment for the agent" }).fill("no mail");
    await page.getByRole("button", { name: "Deny 1 call" }).click();
    await eventually("the third is denied", async () => (await bed.state(ids[2] ?? "")) === "denied");
  });

  it("U10 denies all that a search finds, and allows nothing together that can destroy", async ({ browser, bed }) => {
    const kept = await bed.ask();
    const ids = [
      await bed.ask({ server: "shell", tool: "run", safety: "destructive" }),
      await bed.ask({ server: "shell", tool: "run", safety: "destructive", arguments: { path: "b.txt" } }),
    ];
    const { page } = await openPage(browser, bed);
    await rowOf(page, "b.txt").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("server:shell");
    await page.keyboard.press("Escape");
    await rowOf(page, "files").waitFor({ state: "detached" });
    await page.keyboard.press("X");
    await page.getByText("2 selected").waitFor();
    expect(await page.getByRole("button", { name: "Allow all…" }).getAttribute("title")).toBe(
      "calls that can destroy are allowed one by one",
    );
    await page.getByRole("button", { name: "Deny all…" }).click();
    await page.getByRole("button", { name: "Deny 2 calls" }).click();
    await eventually("both are denied", async () => (await bed.state(ids[1] ?? "")) === "denied");
    expect([await bed.state(ids[0] ?? ""), await bed.state(kept)]).toEqual(["denied", "pending"]);
  });

  /** Three calls, the question whether to allow them all answered with yes, and the first of them on its way. */
  async function allowingThree(browser: Browser, bed: ConsoleBed) {
    const ids: string[] = [];
    for (const path of ["a.txt", "b.txt", "c.txt"]) ids.push(await bed.ask({ arguments: { path } }));
    const { page } = await openPage(browser, bed);
    await rowOf(page, "c.txt").waitFor();
    const first = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/mcp", async (route) => {
      if (route.request().postData()?.includes("policy_approver_approve")) {
        held.resolve();
        await first.promise;
      }
      await route.continue();
    });
    for (const key of ["x", "j", "x", "j", "x"]) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Allow all…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator('.button-primary[aria-disabled="false"]').click();
    await held.promise;
    return { ids, page, dialog, letFirstGo: first.resolve };
  }

  it("U10 allows no more of many once a person stops it", async ({ browser, bed }) => {
    const { ids, page, dialog, letFirstGo } = await allowingThree(browser, bed);
    await dialog.getByRole("button", { name: "Stop here" }).click();
    letFirstGo();
    await eventually("the first is approved", async () => (await bed.state(ids[0] ?? "")) === "approved");
    await page.locator(".last-decision").getByText("Allowed").waitFor();
    await rowOf(page, "c.txt").click();
    await mayAllow(page);
    expect([await bed.state(ids[1] ?? ""), await bed.state(ids[2] ?? "")]).toEqual(["pending", "pending"]);
  });

  it("U10 says which of many somebody else had decided", async ({ browser, bed }) => {
    const { ids, dialog, letFirstGo } = await allowingThree(browser, bed);
    for (const id of ids.slice(1)) await bed.desk.approvals.deny({ id, reason: "", stop_agent: false, by: "user:ben" });
    letFirstGo();
    await eventually(
      "two are told",
      async () => (await dialog.getByText("already denied: user:ben was first").count()) === 2,
    );
    await dialog.getByRole("button", { name: "Close" }).click();
  });
});
