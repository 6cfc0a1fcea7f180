import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { mayAllow, openPage, rowOf } from "./browser.ts";
import type { ConsoleBed } from "./console-bed.ts";
import { fillConsole } from "./fill-console.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

describeInBrowser("the other pages", () => {
  it.beforeEach(({ bed }) => fillConsole(bed));

  const policy = async (bed: ConsoleBed) => await bed.gate.policies.active("default");

  it("U12 makes a proposal the policy as it was read", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    for (const key of ["g", "p"]) await page.keyboard.press(key);
    await page.getByRole("link", { name: "Let me write notes" }).click();
    const change = page.getByRole("list", { name: "What changes" });
    await change.locator(".code-added").first().waitFor();
    await page.getByRole("button", { name: "Make it the policy…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make it the policy" }).click();
    await page.getByText("approved", { exact: true }).waitFor();
    expect((await policy(bed))?.source).toContain("/home/notes/");
  });

  it("U12 asks again where the policy changed under the question", async ({ browser, bed }) => {
    const ann = await openPage(browser, bed);
    await ann.page.goto(`${bed.door.url}/#/policy`);
    await ann.page.getByRole("link", { name: "Let me write notes" }).click();
    await ann.page.getByRole("button", { name: "Make it the policy…" }).click();
    await ann.page.getByRole("dialog").waitFor();
    const ben = await openPage(browser, bed, { user: "ben" });
    await ben.page.goto(`${bed.door.url}/#/policy`);
    await ben.page.getByRole("button", { name: "Set deny-all…" }).click();
    await ben.page.getByRole("dialog").getByRole("button", { name: "Set deny-all" }).click();
    await ann.page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await policy(bed))?.mode).toBe("deny-all");
  });

  it("U12 rejects a proposal with a word to the agent", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.goto(`${bed.door.url}/#/policy`);
    await page.getByRole("link", { name: "Let me write notes" }).click();
    await page.getByRole("textbox", { name: "Comment for the agent" }).fill("too wide");
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByText("rejected", { exact: true }).waitFor();
    expect(await bed.proposals()).toMatchObject([{ status: "rejected", comment: "too wide", decided_by: "user:ann" }]);
  });

  it("U12 sets a mode and goes back to an earlier version", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.goto(`${bed.door.url}/#/policy`);
    await page.getByRole("button", { name: "Set deny-all…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Set deny-all" }).click();
    await page.getByRole("heading", { name: "In force: version 3" }).waitFor();
    expect((await policy(bed))?.mode).toBe("deny-all");
    const earlier = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: "Version 1", exact: true }) });
    await earlier.getByRole("button", { name: "Go back to it…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Go back to it" }).click();
    await page.getByRole("heading", { name: "In force: version 4" }).waitFor();
    expect((await policy(bed))?.digest).toBe(bed.policy.digest);
  });

  it("U13 carries the conversation on, both ways and past a reload", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    const mark = () => bed.chat.chat.lastRead({ agent: "default", reader: "human" });
    await page.getByRole("link", { name: "Chat new" }).waitFor();
    expect(await mark()).toBe(null);
    for (const key of ["g", "c"]) await page.keyboard.press(key);
    await page.getByText("may I?").waitFor();
    await page.getByRole("link", { name: "Chat", exact: true }).waitFor();
    expect(await mark()).toBe(await bed.chat.chat.head("default"));
    await page.getByRole("textbox", { name: "Message" }).fill("yes");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("log").getByText("yes").waitFor();
    await bed.chat.chat.post({ agent: "default", author: "assistant", mime: "text/plain", content: "thank you" });
    await page.getByText("thank you").waitFor();
    await page.reload();
    await page.getByText("thank you").waitFor();
    expect(await page.getByRole("log").getByRole("listitem").count()).toBe(3);
  });

  it("U13 shows what was decided, and saves it as JSON lines", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    for (const key of ["g", "h"]) await page.keyboard.press(key);
    await page.getByRole("listitem").filter({ hasText: "user:ben" }).click();
    await page.getByText("not this file, please").waitFor();
    await page.getByRole("searchbox").fill("dandy");
    await page.getByText("1 of the last 2").waitFor();
    await page.getByRole("searchbox").fill("state:denied");
    await page.getByRole("listitem").filter({ hasText: "user:ben" }).waitFor();
    await page.getByText("1 of the last 2").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as JSON lines" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ state: "denied", decided_by: "user:ben" }]);
  });

  it("U13 leads from a decided call to what the timeline has of it", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.goto(`${bed.door.url}/#/history`);
    await page.getByRole("listitem").filter({ hasText: "user:ben" }).click();
    await page.getByRole("link", { name: "on the timeline" }).click();
    await page.getByText(/^approval-denied files › write_file by user:ben/).waitFor();
    await page.getByText("2 of ").waitFor();
  });

  it("U13 shows the servers, how they are started and how they are", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    for (const key of ["g", "m"]) await page.keyboard.press(key);
    const failed = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "web" }) });
    await failed.getByText("connect ECONNREFUSED").waitFor();
    await page.getByText("npx -y @modelcontextprotocol/server-filesystem '/home/my notes'").first().waitFor();
    await bed.recordMount("web", { state: "running", initialize: {}, tools: [] });
    await failed.getByText("● running").waitFor();
  });

  it("U13 shows what a server wrote to stderr, hidden characters as tokens, and what comes later", async ({
    browser,
    bed,
  }) => {
    const { page } = await openPage(browser, bed);
    for (const key of ["g", "m"]) await page.keyboard.press(key);
    const log = page.getByRole("list", { name: "Log of web" });
    await log.getByText("it is⟦U+200B⟧ not there").waitFor();
    // A server that wrote nothing shows nothing.
    expect(await page.getByText("of its log").count()).toBe(1);
    const lines = ["starting", "<b>no route</b> \u202eot"];
    await bed.recordMount("web", { state: "failed", error: "it ended" }, lines);
    await log.getByText("starting").waitFor();
    expect(await log.getByRole("listitem").allInnerTexts()).toEqual(["starting", "<b>no route</b> ⟦U+202E⟧ot"]);
    expect(await log.locator(".token").allInnerTexts()).toEqual(["⟦U+202E⟧"]);
    await bed.recordStderr("web", [...lines, "again"]);
    await log.getByText("again").waitFor();
    expect(await log.getByRole("listitem").last().innerText()).toBe("again");
    await page.getByText("Last 3 lines of its log").click();
    expect(await log.isVisible()).toBe(false);
  });

  it("U13 says of a link to a call that is not there that there is none", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.goto(`${bed.door.url}/#/approvals/approval-nope`);
    await page.locator(".triage-detail").getByText("it is not here, or no longer").waitFor();
    await rowOf(page, "Write a file").click();
    await page.getByRole("article").waitFor();
  });

  it("U13 shows what happened in full on a narrow page", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    await page.goto(`${bed.door.url}/#/timeline`);
    await page.setViewportSize({ width: 390, height: 800 });
    const words = page.getByText("approval-denied files › write_file by user:ben");
    await words.waitFor();
    await eventually(
      "it is not cut off",
      async () => await words.evaluate((each) => each.scrollWidth <= each.clientWidth),
    );
    const [above, below] = await page
      .locator(".event")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON()));
    expect(below.top).toBeGreaterThanOrEqual(above.bottom);
  });

  it("U13 follows the timeline", async ({ browser, bed }) => {
    const { page } = await openPage(browser, bed);
    for (const key of ["g", "t"]) await page.keyboard.press(key);
    await page.getByText("proposal-made").waitFor();
    await page.getByLabel("About").selectOption("approval");
    await bed.ask({ server: "later", tool: "thing" });
    await page.getByText("approval-asked later › thing").waitFor();
    await page.getByRole("searchbox").fill("later");
    await eventually("one is left", async () => (await page.locator(".event").count()) === 1);
  });

  it("U14 goes by a person's own keys, and by none where letters are off", async ({ browser, bed }) => {
    const id = await bed.ask({ arguments: { path: "mine.txt" } });
    const { page } = await openPage(browser, bed);
    await page.keyboard.press("?");
    await page.getByRole("textbox", { name: "Deny", exact: true }).fill("y");
    await page.getByRole("textbox", { name: "Allow once" }).fill("y");
    await page.keyboard.press("Tab");
    await page.getByText("taken: Deny").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await rowOf(page, "mine.txt").click();
    await mayAllow(page);
    await page.keyboard.press("y");
    await eventually("it is denied", async () => (await bed.state(id)) === "denied");
    await page.keyboard.press("?");
    await page.getByRole("checkbox", { name: "Single letters" }).uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("y");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
