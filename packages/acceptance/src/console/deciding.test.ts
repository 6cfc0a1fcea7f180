import { expect } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { choose, mayAllow, openPage, rowOf } from "./browser.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

describeInBrowser("deciding on the page", () => {
  it("U01 shows a waiting call whole", async ({ browser, bed }) => {
    await bed.ask({
      server: "shell",
      tool: "run",
      tool_title: "Run a command",
      safety: "destructive",
      rationale: "rule rm: deletes are asked for",
      arguments: {
        command: ["rm", "-rf", "build"],
        reason: "you wished it",
        script: "a\n\tb \n",
        deep: { n: [1, null] },
      },
    });
    const { page, troubles } = await openPage(browser, bed);
    const detail = page.getByRole("article");
    const text = await detail.getByRole("region", { name: /Run a command/ }).innerText();
    expect(text).toContain("shell_run");
    expect(text).toContain("test-host 1.4.0");
    expect(text).toContain("claimed by the client");
    expect(text).toMatch(/policy text\s+rule rm: deletes are asked for/);
    expect(text).toContain(`policy version 1, digest ${bed.policy.digest}`);
    expect(text).toMatch(/reason\s+claimed by the agent, unverified\s+you wished it/);
    expect(text).toMatch(/rm\s+-rf\s+build/);
    expect(text).toMatch(/deep\.n\s+\[1,null\]/);
    expect(await detail.getByRole("list", { name: "script" }).getByRole("listitem").allTextContents()).toEqual([
      "a",
      "→\t[tab]b·[trailing space]",
    ]);
    expect(text).toContain("▲ can destroy");
    expect(await page.title()).toBe("(1) Approvals · Sallyport");
    expect(troubles).toEqual([]);
  });

  it("U01 tells a text from the value it looks like", async ({ browser, bed }) => {
    await bed.ask({ arguments: { dry_run: "false", force: false, ids: "[1]", sizes: [1], note: "false alarm" } });
    const { page } = await openPage(browser, bed);
    const values = page.getByRole("article").locator(".arguments dd");
    await values.first().waitFor();
    const text = "a text, not the value it looks like";
    const shown = (await values.allInnerTexts()).map((each) => each.split(/\s*\n\s*/));
    expect(shown).toEqual([["false", text], ["false"], ["[1]", text], ["[1]"], ["false alarm"]]);
  });

  it("U01 shows what changes in a file that the person's view shows, and an edit as a diff", async ({
    browser,
    bed,
  }) => {
    await bed.ask({ arguments: { path: "/home/notes.md", content: "# Notes\n\n- milk\n- butter\n" } });
    await bed.ask({
      tool: "edit_file",
      tool_title: "Edit",
      arguments: { edits: [{ old_string: "a\nb\n", new_string: "a\nc\n" }] },
    });
    const { page } = await openPage(browser, bed);
    const change = page.getByRole("list", { name: "What changes if this replaces the file" });
    await change.waitFor();
    // A tool that appends has the same arguments.
    await page.getByText("What changes if this replaces the file as it is now").waitFor();
    expect(await change.locator(".code-removed").allTextContents()).toEqual(["removed: - bread"]);
    expect(await change.locator(".code-added").allTextContents()).toEqual(["added: - butter"]);
    await rowOf(page, "Edit").click();
    const edit = page.getByRole("list", { name: "edits[0].old_string → new_string" });
    expect(await edit.getByRole("listitem").allTextContents()).toEqual(["a", "removed: b", "added: c"]);
  });

  it("U02 allows and denies by keyboard, and goes on to the next", async ({ browser, bed }) => {
    const ids = [
      await bed.ask(),
      await bed.ask({ arguments: { path: "b.txt" } }),
      await bed.ask({ arguments: { path: "c.txt" } }),
    ];
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    await page.keyboard.press("a");
    await eventually("the first is approved", async () => (await bed.state(ids[0] ?? "")) === "approved");
    await page.locator(".last-decision").getByText("Allowed").waitFor();
    await rowOf(page, "b.txt").and(page.locator("[aria-current=true]:focus")).waitFor();
    await page.keyboard.press("d");
    await eventually("the second is denied", async () => (await bed.state(ids[1] ?? "")) === "denied");
    await rowOf(page, "c.txt").and(page.locator("[aria-current=true]")).waitFor();
    await page.keyboard.press("c");
    await page.keyboard.type("use d.txt, please: a, d, s");
    await page.keyboard.press("Control+Enter");
    await eventually("the third is denied", async () => (await bed.state(ids[2] ?? "")) === "denied");
    expect((await bed.gate.approvals.get(ids[2] ?? ""))?.comment).toBe("use d.txt, please: a, d, s");
    await page.getByText("Nothing waits for you").waitFor();
    expect(await page.title()).toBe("Approvals · Sallyport");
  });

  it("U02 stops an agent after a second question, and leaves the rest of its calls cancelled", async ({
    browser,
    bed,
  }) => {
    const [first, second] = [await bed.ask(), await bed.ask({ arguments: { path: "b.txt" } })];
    const { page } = await openPage(browser, bed);
    await rowOf(page, "a.txt").waitFor();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("sallyport agents resume default").waitFor();
    expect(await bed.state(first)).toBe("pending");
    await dialog.getByRole("button", { name: "Stop default" }).click();
    await eventually("both are over", async () => (await bed.state(second)) === "cancelled");
    expect(await bed.state(first)).toBe("denied");
    await page.getByText("Nothing waits for you").waitFor();
  });

  it("U03 allows nothing before its end was shown, and says why", async ({ browser, bed }) => {
    const id = await bed.ask({
      arguments: { text: Array.from({ length: 200 }, (_, line) => `line ${line}`).join("\n") },
    });
    const { page } = await openPage(browser, bed);
    await page.getByText("To allow it: scroll to the end of the arguments first.").waitFor();
    await page.keyboard.press("a");
    await page.getByText("Not now: scroll to the end of the arguments first").waitFor({ state: "attached" });
    expect(await bed.state(id)).toBe("pending");
    for (let pages = 0; pages < 12; pages += 1) await page.keyboard.press("Space");
    await mayAllow(page);
    await page.keyboard.press("a");
    await eventually("it is approved", async () => (await bed.state(id)) === "approved");
  });

  it("U03 allows nothing in its first half second", async ({ browser, bed }) => {
    const ids = [await bed.ask(), await bed.ask({ arguments: { path: "b.txt" } })];
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    // Both keys in one go: the second is for a call that nobody has seen yet.
    const press = (key: string) =>
      `document.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }))`;
    await page.evaluate(`${press("j")}; ${press("a")}`);
    await page.getByText("Not now: ").waitFor({ state: "attached" });
    expect([await bed.state(ids[0] ?? ""), await bed.state(ids[1] ?? "")]).toEqual(["pending", "pending"]);
  });

  it("U04 leaves the row and the focus where they are when calls come", async ({ browser, bed }) => {
    for (let index = 0; index < 20; index += 1) await bed.ask({ arguments: { path: `old-${index}.txt` } });
    const { page } = await openPage(browser, bed);
    await choose(page, "old-5.txt");
    await page.keyboard.press("j");
    await rowOf(page, "old-6.txt").and(page.locator(":focus")).waitFor();
    const before = await rowOf(page, "old-6.txt").boundingBox();
    await page.getByLabel("Order").selectOption("newest");
    await page.getByLabel("Order").selectOption("oldest");
    await rowOf(page, "old-6.txt").focus();
    await bed.ask({ arguments: { path: "new-1.txt" } });
    await bed.ask({ arguments: { path: "new-2.txt" } });
    await page.getByRole("button", { name: "2 new" }).waitFor();
    await page.getByRole("status").getByText("new approval").first().waitFor({ state: "attached" });
    expect(await rowOf(page, "old-6.txt").boundingBox()).toEqual(before);
    expect(await rowOf(page, "old-6.txt").and(page.locator(":focus")).count()).toBe(1);
    await page.keyboard.press("n");
    await rowOf(page, "new-1.txt").and(page.locator(":focus")).waitFor();
  });

  it("U04 says that there is something new only while it is out of sight", async ({ browser, bed }) => {
    await bed.ask({ arguments: { path: "old.txt" } });
    const { page } = await openPage(browser, bed);
    await rowOf(page, "old.txt").waitFor();
    const pill = page.getByRole("button", { name: /new/ });
    await bed.ask({ arguments: { path: "in-view.txt" } });
    await rowOf(page, "in-view.txt").getByText("new", { exact: true }).waitFor();
    await page.getByRole("status").getByText("1 new approval").waitFor({ state: "attached" });
    expect(await pill.count()).toBe(0);
    for (let index = 0; index < 20; index += 1) await bed.ask({ arguments: { path: `more-${index}.txt` } });
    await page.locator(".count").getByText("22").waitFor();
    await pill.waitFor();
    await page.keyboard.press("n");
    await rowOf(page, "in-view.txt").and(page.locator(":focus")).waitFor();
    await pill.waitFor({ state: "detached" });
    await bed.ask({ arguments: { path: "last.txt" } });
    await pill.getByText("1 new").waitFor();
    await page.evaluate("{ const box = document.querySelector('.rows'); box.scrollTop = box.scrollHeight; }");
    await pill.waitFor({ state: "detached" });
    // Far from what is shown, and it has the focus all the same.
    expect(await rowOf(page, "in-view.txt").and(page.locator(":focus")).count()).toBe(1);
  });

  it("U05 tells who was first", async ({ browser, bed }) => {
    const id = await bed.ask();
    const ann = await openPage(browser, bed, { user: "ann" });
    const ben = await openPage(browser, bed, { user: "ben" });
    await mayAllow(ann.page);
    await mayAllow(ben.page);
    // Ben's page hears nothing any more, so that he decides on what he still sees.
    await ben.page.route("**/mcp", async (route) => {
      const body = route.request().postData() ?? "";
      if (body.includes("resources/read")) await route.abort();
      else await route.continue();
    });
    await ann.page.keyboard.press("a");
    await eventually("ann's is in the store", async () => (await bed.state(id)) === "approved");
    await ben.page.keyboard.press("d");
    await ben.page
      .getByText(/already approved: user:ann was first, at/)
      .first()
      .waitFor();
    expect(await bed.state(id)).toBe("approved");
  });

  it("U05 leaves a person at the first call, which they chose by nothing but reading, when somebody else decides it", async ({
    browser,
    bed,
  }) => {
    const [first, second] = [await bed.ask(), await bed.ask({ arguments: { path: "b.txt" } })];
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    await bed.desk.approvals.deny({ id: first, reason: "", stop_agent: false, by: "user:ben" });
    await page.getByRole("region", { name: "Decision" }).getByText("user:ben").waitFor();
    for (const key of ["d", "a"]) await page.keyboard.press(key);
    await rowOf(page, "b.txt").click();
    await mayAllow(page);
    expect(await bed.state(second)).toBe("pending");
  });

  it("U05 shows at once that somebody else decided what a person is reading", async ({ browser, bed }) => {
    const id = await bed.ask();
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    await bed.desk.approvals.deny({ id, reason: "not today", stop_agent: false, by: "user:ben" });
    const decision = page.getByRole("region", { name: "Decision" });
    await decision.getByText("user:ben").waitFor();
    expect(await decision.innerText()).toMatch(/denied, decided by user:ben.*comment\s+not today/s);
    await page.keyboard.press("a");
    expect(await bed.state(id)).toBe("denied");
  });

  it("U09 says of a call whose time is up that nothing ran", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.getByText("Nothing waits for you").waitFor();
    await bed.ask({ lifetime_ms: 3_000 });
    await page.getByRole("article").waitFor();
    await eventually("its time is up", async () => (await bed.gate.approvals.expireDue("default")).length === 1);
    await page.getByText("Nothing ran. If the agent makes the call again, you are asked again.").waitFor();
  });

  it("U16 gives a call more time by one key, before its time is up", async ({ browser, bed }) => {
    const id = await bed.ask({ lifetime_ms: 20_000 });
    const { page } = await openPage(browser, bed);
    await page
      .locator(".detail-state")
      .getByText(/^(only )?1?\d s left$/)
      .waitFor();
    await page.keyboard.press("e");
    await page.locator(".detail-state").getByText("60 min left").waitFor();
    expect(await bed.state(id)).toBe("pending");
    for (let hours = 1; hours < 24; hours += 1) await bed.desk.approvals.extend({ id, by: "user:ben" });
    await page.locator(".detail-state").getByText("23 h left").waitFor();
    await page.keyboard.press("e");
    await page.getByText(/^Not given more time: .* a call waits at most 24 hours/).waitFor();
  });

  it("U09 takes back what nothing has claimed", async ({ browser, bed }) => {
    const id = await bed.ask();
    await bed.gate.approvals.orphan(id, bed.owner);
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    await page.keyboard.press("a");
    await page.getByText("it runs when the agent makes the identical call again").waitFor();
    await page.keyboard.press("u");
    await eventually("it is taken back", async () => (await bed.state(id)) === "revoked");
  });

  it("U09 says that it is too late once it runs", async ({ browser, bed }) => {
    const id = await bed.ask();
    const { page } = await openPage(browser, bed);
    await mayAllow(page);
    await page.keyboard.press("a");
    await eventually("it is approved", async () => (await bed.state(id)) === "approved");
    await bed.gate.approvals.claim(id, bed.owner);
    await page.locator(".last-decision").getByText(": runs now").waitFor();
    await page.keyboard.press("u");
    expect(await page.getByRole("button", { name: "Undo" }).getAttribute("title")).toBe("it is too late: runs now");
    expect(await bed.state(id)).toBe("claimed");
    await bed.gate.approvals.finish(id, "failed");
    await page.locator(".last-decision").getByText(": ran, and failed").waitFor();
  });
});
