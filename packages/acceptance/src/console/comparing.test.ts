import { expect } from "vitest";
import { mayAllow, openPage, rowOf } from "./browser.ts";
import { describeInBrowser, onConsole as it } from "./in-browser.ts";

describeInBrowser("a call beside those before it", () => {
  it("U15 says what differs from the call that was allowed last, word by word, hidden characters as tokens", async ({
    browser,
    bed,
  }) => {
    const id = await bed.ask({ arguments: { path: "/home/a.md", content: "one\ntwo\n", mode: "0644" } });
    await bed.desk.approvals.approve({ id, by: "user:ben" });
    await bed.gate.approvals.claim(id, bed.owner);
    await bed.gate.approvals.finish(id, "done");
    await bed.ask({ arguments: { path: "/home/b.md", content: "one\nt\u202ewo\n", mode: "0644", force: true } });
    const { page } = await openPage(browser, bed);
    const detail = page.getByRole("article");
    await detail.getByText(/^Differs from the call that user:ben allowed .* in path, content, force$/).waitFor();
    const differences = detail.getByRole("list", { name: "Difference in" });
    expect(await differences.getByRole("listitem").allTextContents()).toEqual([
      "removed: /home/a.md",
      "added: /home/b.md",
      "one",
      "removed: two",
      "added: t⟦U+202E⟧wo",
      "added: true",
    ]);
    expect(await differences.first().locator("mark").allTextContents()).toEqual(["a", "b"]);
    // They are in the arguments too, whole.
    expect(await detail.locator(".token", { hasText: "⟦U+202E⟧" }).count()).toBe(2);
  });

  it("U15 tells the first call of a tool from one like that allowed just now", async ({ browser, bed }) => {
    const id = await bed.ask({ arguments: { path: "first.txt" } });
    await bed.ask({ arguments: { path: "second.txt" } });
    const { page } = await openPage(browser, bed);
    const detail = page.getByRole("article");
    await detail.getByText("First time: no call of this tool was ever decided before.").waitFor();
    await mayAllow(page);
    await page.keyboard.press("a");
    await detail.getByText("Differs from the call that user:ann allowed").waitFor();
    await bed.gate.approvals.claim(id, bed.owner);
    await bed.ask({ arguments: { path: "first.txt" } });
    await rowOf(page, "first.txt").click();
    await detail.getByText("Same arguments as the call that user:ann allowed").waitFor();
  });
});
