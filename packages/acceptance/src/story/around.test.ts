import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { loadMode } from "@sallyport/policy";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findings } from "../console/accessibility.ts";
import { mayAllow, rowOf } from "../console/browser.ts";
import { describeInBrowser, inBrowser as it } from "../console/in-browser.ts";
import { eventually } from "../harness/eventually.ts";
import { processesWith } from "../harness/processes.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { keepPicture } from "./pictures.ts";
import { openStory, type Story } from "./story-bed.ts";

const DRAFT = { path: "drafts/fence.md", content: "# The fence\n" };
const HTML =
  '<img src="http://evil.test/a" onerror="alert(1)"><script src="http://evil.test/b"></script>[x](http://evil.test/c)';

/** What is in force at first, and drafts besides. */
async function draftsToo(): Promise<string> {
  const { source } = await loadMode("ask-writes");
  const anchor = '  if (context.safety === "read_only")';
  return source
    .replace("decide(_call: PolicyCall", "decide(call: PolicyCall")
    .replace("export default", `const DRAFT = /^drafts\\/[\\w-]+\\.md$/;\n\nexport default`)
    .replace(
      anchor,
      `  if (context.server === "files" && context.tool === "write_file" && DRAFT.test(String(call.arguments.path))) {
    return { decision: "allow", rationale: "drafts are the agent's own" };
  }
${anchor}`,
    );
}

async function propose(agent: RawClient, title: string, source: string): Promise<void> {
  const proposal = { source, title, rationale: "You allowed it every time so far." };
  const { result } = await agent.call("policy_proposer_propose_policy", proposal);
  expect(result.structuredContent).toMatchObject({ status: "pending" });
}

async function go(page: Page, key: string): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press(key);
}

describeInBrowser("what is around the calls on the person's page", { timeout: 300_000 }, () => {
  it("S08 a proposal is read as a diff and made the policy, and the write that asked runs", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page } = await story.enter({ colorScheme: "light" });
    const asked = agent.call("files_write_file", DRAFT);
    await rowOf(page, "fence.md").waitFor();
    await mayAllow(page);
    await page.keyboard.press("d");
    expect((await asked).error?.code).toBe(-32951);
    await propose(agent, "Let me write drafts without asking", await draftsToo());
    await go(page, "p");
    await page.getByRole("link", { name: "Let me write drafts" }).click();
    const change = page.getByRole("list", { name: "What changes" });
    await change.locator(".code-added").first().waitFor();
    expect(await change.locator(".code-removed").count()).toBe(1);
    expect((await change.locator(".code-added").allTextContents()).join("\n")).toContain("drafts are the agent's own");
    await keepPicture(page, "policy-proposal");
    await page.getByRole("button", { name: "Make it the policy…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make it the policy" }).click();
    await page.getByText("approved", { exact: true }).waitFor();
    expect((await agent.call("files_write_file", DRAFT)).result.isError ?? false).toBe(false);
    expect(story.text("drafts/fence.md")).toBe(DRAFT.content);
  });

  it("S09 a conversation goes both ways", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page } = await story.enter();
    await go(page, "c");
    await agent.call("chat_assistant_post", { content: "The fence needs mending.\nMay I?" });
    await page.getByRole("log").getByText("May I?").waitFor();
    await page.getByRole("textbox", { name: "Message" }).fill("yes, on Saturday");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("log").getByText("on Saturday").waitFor();
    const { result } = await agent.call("chat_assistant_read_pending_messages", {});
    expect(result.structuredContent.messages).toMatchObject([{ author: "human", content: "yes, on Saturday" }]);
  });

  it("S10 a server that crashed is shown as failed, and as running once it is back", async ({ browser }) => {
    await using story = await openStory(browser);
    const agent = await story.serve();
    const { page } = await story.enter();
    await go(page, "m");
    const files = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "files" }) });
    await files.getByText("● running").waitFor();
    const folder = join(story.bed.folder, "notes");
    rmSync(folder, { recursive: true });
    killChildOf(agent);
    await files.getByText("▲ failed").waitFor();
    mkdirSync(folder);
    await eventually("it answers", async () => (await agent.call("files_list_directory", { path: "." })).result);
    await files.getByText("● running").waitFor();
    await go(page, "t");
    await page.getByText("files › list_directory").first().waitFor();
    void agent.call("files_create_directory", { path: "later" });
    await page.getByText("approval-asked files › create_directory").waitFor();
    await go(page, "p");
    await page
      .getByText(/It asked you about 1 of the last \d+ calls, \d+ in 100; \d+ ran unasked, 0 were refused\./)
      .waitFor();
  });

  it("S11 words of a hostile server and its agent are text, and nobody else is asked", async ({ browser }) => {
    const children = (bed: Story["bed"]) => ({
      evil: bed.evil("--name", HTML, "--control-characters", "--tool-name", HTML, "--reserved-message", HTML),
    });
    await using story = await openStory(browser, { children });
    const agent = await story.serve();
    const { page, troubles, strays } = await story.enter();
    const called = agent.call("evil_act", { [HTML]: HTML, hidden: "a\u202eb" });
    await page.getByRole("article").locator(".arguments").getByText(HTML).first().waitFor();
    await page.getByRole("article").locator(".token").getByText("U+202E").waitFor();
    await page.keyboard.press("Space");
    await mayAllow(page);
    await page.keyboard.press("a");
    expect((await called).error?.message).toBe(HTML);
    await propose(agent, HTML, `${(await loadMode("ask-writes")).source}// ${HTML}\n`);
    await agent.call("chat_assistant_post", { content: HTML });
    // Nothing of what they say stands in the timeline.
    const places = { m: HTML, t: "evil › act", c: HTML, p: HTML };
    for (const [key, words] of Object.entries(places)) {
      await go(page, key);
      await page.locator("main").getByText(words).first().waitFor();
      expect(await page.locator("main img, main script, main iframe, main a[href*=evil]").count()).toBe(0);
    }
    expect([troubles, strays]).toEqual([[], []]);
    // The page would not have kept quiet about it.
    await page.evaluate("new Image().src = 'http://evil.test/control.png'");
    await eventually("it is told", () => troubles.some((line) => line.includes("Content Security Policy")));
  });

  it("S12 every page is accessible as a run leaves it, in light and dark", async ({ browser }) => {
    await using story = await openStory(browser, { children: (bed) => ({ broken: bed.evil("--die-at-start", "3") }) });
    const agent = await story.serve();
    // Axe is put in by the test, which the page's own rules would not allow.
    const { page } = await story.enter({ bypassCSP: true, reducedMotion: "reduce" });
    const written = agent.call("files_write_file", DRAFT);
    await rowOf(page, "fence.md").waitFor();
    await mayAllow(page);
    await page.keyboard.press("a");
    await written;
    await propose(agent, "Let me write drafts without asking", await draftsToo());
    await agent.call("chat_assistant_post", { content: "May I go on?" });
    void agent.call("files_move_file", { source: "shopping.md", destination: "bought.md" });
    await story.asked();
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ["approvals", "history", "policy", "mounts", "timeline", "chat"]) {
        await page.goto(new URL(`/#/${name}`, page.url()).href);
        await page.locator("main li").first().waitFor();
        found.push(...(await findings(page, `${colorScheme} ${name}`)));
      }
    }
    expect(found).toEqual([]);
  });
});

function killChildOf(gateway: RawClient): void {
  const children = processesWith("server-filesystem").filter(({ parent }) => parent === gateway.process.pid);
  expect(children).toHaveLength(1);
  for (const { pid } of children) process.kill(pid, "SIGKILL");
}
