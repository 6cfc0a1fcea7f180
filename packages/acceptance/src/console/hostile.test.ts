import { expect } from "vitest";
import { openPage, rowOf } from "./browser.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

const HTML =
  '<img src="http://evil.test/a.png" onerror="alert(1)"><script>alert(2)</script>[x](javascript:alert(3)) ![](http://evil.test/b.png)';

describeInBrowser("what an agent says, on the page", () => {
  it("N45 shows hidden, reordering, padding and look-alike characters as tokens", async ({ browser, bed }) => {
    await bed.ask({
      tool_title: "Run",
      arguments: {
        bidi: "a\u202eb\u2066c",
        escape: "\u001b]0;x\u0007\u001b[2J\u009b",
        hidden: "a\u200bb\u{e0041}\u00ad",
        look_alike: "p\u0430ypal",
        padding: `ls${" ".repeat(400)}; rm -rf /`,
        tabs: "\t".repeat(10_000),
        lines: `a${"\n".repeat(5_000)}b`,
        "na\u202eme": "in a name",
        "lab\u202eel": "of\nlines",
      },
    });
    const { page, troubles } = await openPage(browser, bed);
    await rowOf(page, "Run").waitFor();
    const detail = page.getByRole("article");
    const tokens = detail.locator(".arguments .token");
    await tokens.first().waitFor();
    expect(await tokens.allTextContents()).toEqual([
      "⟦U+202E⟧",
      "⟦U+2066⟧",
      "⟦U+001B⟧",
      "⟦U+0007⟧",
      "⟦U+001B⟧",
      "⟦U+009B⟧",
      "⟦U+200B⟧",
      "⟦U+E0041⟧",
      "⟦U+00AD⟧",
      "⟦а U+0430⟧",
      "⟦400 spaces⟧",
      "⟦10000 tabs⟧",
      "⟦4999 empty lines⟧",
      "⟦U+202E⟧",
      "⟦U+202E⟧",
    ]);
    await detail.getByText("Mixed scripts:").waitFor();
    await detail.getByRole("list", { name: '["lab⟦U+202E⟧el"]' }).waitFor();
    // No character of the kind is left anywhere on the page.
    expect(await page.locator("body").innerText()).not.toMatch(/[^\P{C}\n\t]/u);
    expect(troubles).toEqual([]);
  });

  it("N45 keeps a title or a policy's word that imitates the page in its place", async ({ browser, bed }) => {
    await bed.ask({ tool_title: "Run", rationale: "fine\u202e\u200b\nclaimed by nobody", server: "evil", tool: "x" });
    const { page } = await openPage(browser, bed);
    await rowOf(page, "Run").waitFor();
    const words = page.getByRole("region", { name: "Why you are asked" });
    expect(await words.locator(".token").allTextContents()).toEqual(["⟦U+202E⟧", "⟦U+200B⟧"]);
  });

  it("N45 hides nothing in the name of a tool, or in what a screen reader alone is told", async ({ browser, bed }) => {
    const id = await bed.ask({ tool: "x\u202ey\u200b", arguments: { "ke\u202ey": "a\nb", "ol\u200bd": 1 } });
    const { page } = await openPage(browser, bed);
    await page.getByRole("article").locator(".arguments .code").waitFor();
    const hidden = `[...document.querySelectorAll("*")]
      .flatMap(({ attributes, childNodes }) => [...attributes, ...childNodes])
      .map(({ value, nodeValue }) => value ?? nodeValue ?? "")
      .filter((text) => /[\\u202e\\u200b]/.test(text))`;
    expect(await page.evaluate(hidden)).toEqual([]);
    await page.keyboard.press("d");
    await page.locator(".last-decision").getByText("Denied").waitFor();
    expect([await bed.state(id), await page.evaluate(hidden)]).toEqual(["denied", []]);
  });

  it("N46 shows markup as text, and nothing leaves the page", async ({ browser, bed }) => {
    await bed.ask({ tool_title: HTML, rationale: HTML, session: HTML, arguments: { html: HTML, [HTML]: "x" } });
    await bed.proposer.proposals.propose({
      agent: "default",
      language: "javascript",
      title: HTML,
      rationale: HTML,
      source: `// ${HTML}\n`,
    });
    await bed.chat.chat.post({ agent: "default", author: "assistant", mime: "text/html", content: HTML });
    const { page, troubles, strays } = await openPage(browser, bed);
    await page.getByRole("article").locator(".arguments").waitFor();
    await page.goto(`${bed.door.url}/#/chat`);
    await page.getByText(HTML).waitFor();
    await page.goto(`${bed.door.url}/#/policy`);
    await page.getByRole("link", { name: HTML }).click();
    await page.getByRole("heading", { name: HTML }).waitFor();
    expect(await page.locator("main img, main script, main iframe, main a[href*=evil]").count()).toBe(0);
    expect([troubles, strays]).toEqual([[], []]);
  });
});
