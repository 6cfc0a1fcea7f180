import { openStore } from "@sallyport/store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SallyportBed } from "../testing/sallyport-bed.ts";

const PROPOSED = "export default () => ({ decision: 'allow', rationale: 'x' });\n";

async function propose(store: string, title: string): Promise<string> {
  const drafts = await openStore(store, "proposer");
  const proposal = {
    agent: "default",
    language: "javascript",
    title,
    rationale: "I want it",
    source: PROPOSED,
  } as const;
  const { id } = await drafts.proposals.propose(proposal);
  await drafts.close();
  return id;
}

describe("sallyport proposals", { timeout: 60_000 }, () => {
  let bed: SallyportBed;
  beforeEach(() => {
    bed = new SallyportBed();
  });
  afterEach(() => bed[Symbol.dispose]());

  it("shows what would change and approves under the token of that page", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    const id = await propose(bed.store, "more freedom");
    const page = await bed.run(["proposals", "show", id]);
    expect(page.stdout).toContain("the agent claims, unverified  I want it");
    expect(page.stdout).toContain("+export default () => ({ decision: 'allow', rationale: 'x' });");
    const review = /--review ([0-9a-f]{12})/.exec(page.stdout)?.[1] ?? "";
    expect((await bed.run(["proposals", "approve", id, "--review", review])).stdout).toMatch(/^version 2 /);
    expect((await bed.run(["policy", "show"])).stdout).toBe(PROPOSED);
    expect(await bed.run(["proposals", "approve", id, "--review", review])).toMatchObject({ code: 1 });
  });

  it("lists short ids, and takes them", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    const one = await propose(bed.store, "one");
    const other = await propose(bed.store, "other");
    const short = (whole: string) => whole.slice("proposal-".length, "proposal-".length + 8);
    const { stdout } = await bed.run(["proposals", "list"]);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual(["ID", short(other), short(one), ""]);
    expect((await bed.run(["proposals", "reject", short(one)])).stdout).toBe(`rejected ${one}\n`);
    const page = await bed.run(["proposals", "show", short(other)]);
    const review = /--review ([0-9a-f]{12})/.exec(page.stdout)?.[1] ?? "";
    expect((await bed.run(["proposals", "approve", short(other), "--review", review])).stdout).toMatch(/^version 2 /);
  });

  it("does not approve what was not read", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    const id = await propose(bed.store, "unread");
    const unread = await bed.run(["proposals", "approve", id]);
    expect(unread).toMatchObject({ code: 2, stdout: "" });
    expect(unread.stderr).toContain(`read it first: \`sallyport proposals show ${id}\``);
    expect(await bed.run(["proposals", "approve", id, "--review", "0".repeat(64)])).toMatchObject({ code: 1 });
  });

  it("does not approve a page that is out of date", async () => {
    await bed.run(["modes", "set", "ask-writes"]);
    const id = await propose(bed.store, "late");
    const page = await bed.run(["proposals", "show", id]);
    const review = /--review ([0-9a-f]{12})/.exec(page.stdout)?.[1] ?? "";
    await bed.run(["modes", "set", "deny-all"]);
    expect(await bed.run(["proposals", "approve", id, "--review", review])).toMatchObject({ code: 1 });
    expect(JSON.parse((await bed.run(["policy", "show", "--json"])).stdout)).toMatchObject([{ mode: "deny-all" }]);
  });

  it("rejects with a reason, and names an unknown id", async () => {
    const id = await propose(bed.store, "wide");
    expect(await bed.run(["proposals", "reject", id, "--reason", "too wide"])).toMatchObject({ code: 0 });
    const list = JSON.parse((await bed.run(["proposals", "list", "--json"])).stdout);
    expect(list).toMatchObject([{ id, status: "rejected", comment: "too wide" }]);
    expect((await bed.run(["proposals", "show", "nope"])).stderr).toBe(
      "sallyport: agent `default` has no proposal `nope`; see `sallyport proposals list`\n",
    );
  });
});
