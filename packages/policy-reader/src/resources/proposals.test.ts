import { proposalList, proposalPage } from "@sallyport/contract/proposals";
import { reviewToken } from "@sallyport/contract/review";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALLOW_ALL, listedUris, openReaderDoor, type ReaderDoor, readPage } from "../testing/reader-door.ts";

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
});
afterEach(() => door.close());

const LIST = "resource://approval-policy/proposals/list";
const page = (id: string) => `resource://approval-policy/proposals/${id}`;
const propose = (agent: string, fields: { title?: string; rationale?: string; source?: string } = {}) =>
  door.proposer.proposals.propose({
    agent,
    language: "javascript",
    title: "Allow everything",
    rationale: "it asks too often",
    source: ALLOW_ALL.source,
    ...fields,
  });

describe("proposalPages", () => {
  it("shows the record, its diff to the active policy, and a person the token of this view", async () => {
    const active = await door.approver.policies.activate({
      ...ALLOW_ALL,
      agent: "default",
      source: 'export default () => ({ decision: "ask", rationale: "" });\n',
    });
    const record = await propose("default");
    const shown = proposalPage.parse(await readPage(await door.connect("human", "default"), page(record.id)));
    expect(shown).toEqual({
      ...record,
      diff: [
        "--- active/policy.js",
        "+++ proposed/policy.js",
        "@@ -1,1 +1,1 @@",
        '-export default () => ({ decision: "ask", rationale: "" });',
        '+export default () => ({ decision: "allow", rationale: "all of it" });',
        "",
      ].join("\n"),
      review: reviewToken(record, active.digest),
    });
  });

  it("gives an agent the same page without a token", async () => {
    const { id } = await propose("default");
    const shown = proposalPage.parse(await readPage(await door.connect("agent", "default"), page(id)));
    expect(shown).toMatchObject({ id, status: "pending", review: null });
    expect(shown.diff).toContain("+export default");
  });

  it("N12 does not tell an agent who decided, and has no token once it is decided", async () => {
    const { id } = await propose("default");
    await door.approver.proposals.reject({ id, reason: "too wide", by: "user:ann" });
    expect(await readPage(await door.connect("agent", "default"), page(id))).toMatchObject({
      status: "rejected",
      comment: "too wide",
      decided_by: null,
    });
    expect(await readPage(await door.connect("human", "default"), page(id))).toMatchObject({
      status: "rejected",
      decided_by: "user:ann",
      review: null,
    });
  });

  it("N12 answers another agent's proposal exactly as one that does not exist", async () => {
    const { id } = await propose("other");
    const child = await door.connect("agent", "default");
    const failure = (uri: string) =>
      readPage(child, uri).then(
        () => null,
        (error) => error,
      );
    const unseen = await failure(page(id));
    const unknown = await failure(page("nothing"));
    expect(unseen.code).toBe(-32002);
    expect(JSON.stringify([unseen.message, unseen.data]).replaceAll(id, "nothing")).toBe(
      JSON.stringify([unknown.message, unknown.data]),
    );
  });

  it("lists an agent's own, newest first, without the programs", async () => {
    const first = await propose("default", { title: "first" });
    // Of two in one millisecond neither is newer.
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(first.created_at)));
    const second = await propose("default", { title: "second" });
    await propose("other");
    const { proposals } = proposalList.parse(await readPage(await door.connect("agent", "default"), LIST));
    expect(proposals.map(({ id, uri }) => [id, uri])).toEqual([
      [second.id, page(second.id)],
      [first.id, page(first.id)],
    ]);
  });

  it("N28 shows hidden characters of the claims and of the diff, and keeps the source exact", async () => {
    const source = '// \u202eevil\nexport default () => ({ decision: "allow" });\n';
    const { id } = await propose("default", { title: "a\u200bb", rationale: "c\u202ed\ne", source });
    const shown = proposalPage.parse(await readPage(await door.connect("human", "default"), page(id)));
    expect(shown).toMatchObject({ title: "a⟦U+200B⟧b", rationale: "c⟦U+202E⟧d\ne", source });
    expect(shown.diff).toContain("+// ⟦U+202E⟧evil");
  });

  it("lists those that wait, and tells when one comes and goes", async () => {
    const child = await door.connect("agent", "default");
    await child.request("resources/subscribe", { uri: LIST });
    const { id } = await propose("default");
    await vi.waitFor(() =>
      expect(door.heard).toEqual([
        { method: "notifications/resources/updated", params: { uri: LIST } },
        { method: "notifications/resources/list_changed", params: {} },
      ]),
    );
    expect(await listedUris(child)).toContain(page(id));

    door.heard.length = 0;
    await child.request("resources/subscribe", { uri: page(id) });
    await door.proposer.proposals.withdraw({ agent: "default", id });
    await vi.waitFor(() =>
      expect(door.heard).toEqual([
        { method: "notifications/resources/updated", params: { uri: LIST } },
        { method: "notifications/resources/updated", params: { uri: page(id) } },
        { method: "notifications/resources/list_changed", params: {} },
      ]),
    );
    expect(await listedUris(child)).not.toContain(page(id));
  });

  it("tells that a waiting page changed when the policy it is compared with did", async () => {
    const { id } = await propose("default");
    const child = await door.connect("human", "default");
    await child.request("resources/subscribe", { uri: page(id) });
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    await vi.waitFor(() =>
      expect(door.heard).toContainEqual({ method: "notifications/resources/updated", params: { uri: page(id) } }),
    );
  });
});
