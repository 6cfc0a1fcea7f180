import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { mayAllow, rowOf } from "../console/browser.ts";
import { describeInBrowser, inBrowser as it } from "../console/in-browser.ts";
import { eventually } from "../harness/eventually.ts";
import { keepPicture } from "./pictures.ts";
import { openStory } from "./story-bed.ts";
import { watchForRow } from "./time-to-row.ts";

const PLAN = { path: "plan.md", content: "# Plan\n\n1. Sow the beans.\n2. Mend the fence.\n3. Rest.\n" };

describeInBrowser("an agent's call on the person's page", { timeout: 300_000 }, () => {
  it("S01 is shown, read, allowed by keyboard, and done", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page, troubles, strays } = await story.enter({ colorScheme: "light" });
    const shown = await watchForRow(page, "plan.md");
    const written = agent.call("files_write_file", PLAN);
    const { approval_id: id, created_at } = await story.asked();
    process.stdout.write(`a call was on the page ${(await shown()) - Date.parse(created_at)} ms after it asked\n`);
    const edits = [{ oldText: "- bread\n", newText: "- bread, the dark one\n- butter\n" }];
    const edited = agent.call("files_edit_file", { path: "shopping.md", edits, dryRun: false });
    await story.bed.waiting(2);
    void agent.call("files_move_file", { source: "drafts/garden.md", destination: "garden.md" });
    await rowOf(page, "garden.md").waitFor();

    const detail = page.getByRole("article");
    expect(await detail.innerText()).toContain("npx -y @modelcontextprotocol/server-filesystem .");
    expect(await detail.getByRole("list", { name: "content" }).getByRole("listitem").allTextContents()).toEqual(
      PLAN.content.trimEnd().split("\n"),
    );
    await page.keyboard.press("j");
    await page.getByRole("list", { name: "edits[0].oldText → newText" }).locator(".code-added").first().waitFor();
    await mayAllow(page);
    await keepPicture(page, "approvals-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await keepPicture(page, "approvals-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.keyboard.press("k");
    await rowOf(page, "plan.md").and(page.locator("[aria-current=true]")).waitFor();
    await mayAllow(page);
    await page.keyboard.press("a");
    expect((await written).result.isError ?? false).toBe(false);
    expect(story.text("plan.md")).toBe(PLAN.content);
    expect(await story.bed.approval(id)).toMatchObject({ state: "done", decided_by: "user:ann" });
    await page.locator(".last-decision").getByText(": ran").waitFor();

    await rowOf(page, "shopping.md").and(page.locator("[aria-current=true]")).waitFor();
    await page.keyboard.press("d");
    expect((await edited).error?.code).toBe(-32951);
    expect(story.text("shopping.md")).not.toContain("butter");
    for (const key of ["g", "t"]) await page.keyboard.press(key);
    await page.getByText("approval-denied files › edit_file by user:ann").waitFor();
    await keepPicture(page, "timeline");
    expect([troubles, strays]).toEqual([[], []]);
  });

  it("S02 is denied with a comment, which the agent reads", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page } = await story.enter();
    const written = agent.call("files_write_file", PLAN);
    await rowOf(page, "plan.md").waitFor();
    await mayAllow(page);
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: "Comment for the agent" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("put it into drafts/, please");
    await page.keyboard.press("Control+Enter");
    expect((await written).error).toMatchObject({
      code: -32951,
      data: { reason: expect.stringContaining("put it into drafts/, please") },
    });
    expect(existsSync(join(story.bed.folder, "notes/plan.md"))).toBe(false);
  });

  it("S03 is denied and its agent stopped, until a person lets it go on", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page } = await story.enter();
    const first = agent.call("files_write_file", PLAN);
    await story.asked();
    const second = agent.call("files_create_directory", { path: "more" });
    await rowOf(page, "more").waitFor();
    await mayAllow(page);
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("you are going in circles");
    await dialog.getByRole("button", { name: "Stop default" }).click();
    const answers = [await first, await second, await agent.call("files_list_directory", { path: "." })];
    expect(answers.map(({ error }) => error?.code)).toEqual([-32950, -32950, -32950]);
    expect(JSON.stringify(answers.map(({ error }) => error?.data.reason))).toContain("you are going in circles");
    await page.getByText("Nothing waits for you").waitFor();
    await story.bed.must(["agents", "resume", "default"]);
    expect((await agent.call("files_list_directory", { path: "." })).error).toBeUndefined();
  });

  it("S04 is raced for in two tabs: one decides, the other says who did", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const [ann, ben] = [await story.enter({ user: "ann" }), await story.enter({ user: "ben" })];
    const written = agent.call("files_write_file", PLAN);
    const { approval_id: id } = await story.asked();
    await mayAllow(ann.page);
    await mayAllow(ben.page);
    // Neither hears of the other in time, so that both decide on what they still see.
    for (const { page } of [ann, ben])
      await page.route("**/mcp", (route) =>
        route.request().postData()?.includes("resources/read") ? route.abort() : route.continue(),
      );
    await Promise.all([ann.page.keyboard.press("a"), ben.page.keyboard.press("d")]);
    const { error } = await written;
    const { decided_by } = await story.bed.approval(id);
    const isAnns = decided_by === "user:ann";
    expect([isAnns, error?.code, existsSync(join(story.bed.folder, "notes/plan.md"))]).toEqual(
      isAnns ? [true, undefined, true] : [false, -32951, false],
    );
    const late = isAnns ? ben.page : ann.page;
    await late
      .getByText(new RegExp(`already \\w+: ${decided_by} was first, at`))
      .first()
      .waitFor();
  });

  it("S05 is taken back after a yes that nobody came for", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page } = await story.enter();
    void agent.call("files_write_file", PLAN, {}, 77);
    const { approval_id: id } = await story.asked();
    agent.notify("notifications/cancelled", { requestId: 77 });
    await rowOf(page, "caller left").waitFor();
    await mayAllow(page);
    await page.keyboard.press("a");
    await page.getByText("it runs when the agent makes the identical call again").waitFor();
    await page.keyboard.press("u");
    await eventually("it is taken back", async () => (await story.bed.approval(id)).state === "revoked");
    const repeated = await agent.call("files_write_file", PLAN);
    expect(repeated.error).toMatchObject({
      code: -32951,
      data: { approval_id: id, reason: "a person took the approval back" },
    });
    expect(existsSync(join(story.bed.folder, "notes/plan.md"))).toBe(false);
  });

  it("S06 is cut short by its client, and runs once when it is repeated after the yes", async ({ browser }) => {
    await using story = await openStory(browser, { env: { SALLYPORT_SETTLE: "2" } });
    const agent = await story.serve();
    const { page } = await story.enter();
    const visit = { path: "visits.txt", edits: [{ oldText: "|", newText: "||" }] };
    const come = () => agent.call("files_edit_file", visit);
    const isSettled = (result: { _meta?: object }) => "sallyport/settled" in (result._meta ?? {});
    expect(isSettled((await come()).result)).toBe(true);
    const again = (await come()).result;
    expect(isSettled(again)).toBe(true);
    const [{ approval_id: id }] = await story.bed.json(["approvals", "list"]);
    expect(JSON.stringify(again.content)).toContain(`/#/approvals/${id}`);
    await rowOf(page, "caller left").waitFor();
    await mayAllow(page);
    await page.keyboard.press("a");
    await page.getByText("it runs when the agent makes the identical call again").waitFor();
    expect(story.text("visits.txt")).toBe("visits: |\n");
    // A slow machine may be cut once more while it runs: the repeat after that shares what came of it.
    const { result } = await eventually("it is answered", async () => {
      const answer = await come();
      return !isSettled(answer.result) && answer;
    });
    expect(result.isError ?? false).toBe(false);
    expect(story.text("visits.txt")).toBe("visits: ||\n");
    expect(isSettled((await come()).result)).toBe(true);
    expect(story.text("visits.txt")).toBe("visits: ||\n");
  });

  it("S07 outlives its gateway, which is killed and started again under the open page", async ({ browser }) => {
    await using story = await openStory(browser);
    const first = await story.serve();
    const { page, troubles } = await story.enter();
    void first.call("files_write_file", PLAN);
    const { approval_id: id } = await story.asked();
    await mayAllow(page);
    await page.evaluate("window.isTheSamePage = true");
    await first.kill();
    await page.getByRole("alert").getByText("Not connected.").waitFor();
    expect(await page.getByRole("button", { name: "Deny", exact: true }).getAttribute("title")).toBe("not connected");
    await page.keyboard.press("a");
    await page.getByText("Not now: not connected").waitFor({ state: "attached" });
    const second = await story.serve();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("alert").getByText("Not connected.").waitFor({ state: "hidden" });
    await rowOf(page, "plan.md").filter({ hasText: "caller left" }).waitFor();
    expect((await story.asked()).approval_id).toBe(id);
    await mayAllow(page);
    await page.keyboard.press("a");
    await page.getByText("it runs when the agent makes the identical call again").waitFor();
    expect((await second.call("files_write_file", PLAN)).result.isError ?? false).toBe(false);
    expect(story.text("plan.md")).toBe(PLAN.content);
    expect(await page.evaluate("window.isTheSamePage")).toBe(true);
    expect(troubles).toEqual([]);
  });
});
