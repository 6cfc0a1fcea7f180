import { sha256 } from "@sallyport/contract/digests";
import { reviewToken } from "@sallyport/contract/review";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALLOWS, type ApproverDoor, BROKEN, fault, openApproverDoor } from "../testing/approver-door.ts";

let door: ApproverDoor;
beforeEach(async () => {
  door = await openApproverDoor();
});
afterEach(() => door.close());

const propose = (agent = "default", source = ALLOWS) =>
  door.proposer.proposals.propose({ agent, language: "javascript", title: "", rationale: "", source });

describe("approve_proposal", () => {
  it("makes the proposal that was read the policy", async () => {
    const active = await door.start("default");
    const proposal = await propose();
    const review = reviewToken(proposal, active.digest);
    const { structuredContent } = await door.call("approve_proposal", { id: proposal.id, review, comment: "good" });
    expect(structuredContent).toMatchObject({
      agent: "default",
      version: 2,
      language: "javascript",
      mode: "custom",
      author: "agent:default",
      reason: `proposal ${proposal.id}, approved by user:ann`,
    });
    expect(structuredContent).not.toHaveProperty("source");
    expect(await door.reader.policies.active("default")).toMatchObject({ version: 2, source: ALLOWS });
    expect(await door.reader.proposals.get(proposal.id)).toMatchObject({
      status: "approved",
      decided_by: "user:ann",
      comment: "good",
    });
  });

  it("makes it the first policy of an agent that has none", async () => {
    const proposal = await propose();
    const answer = await door.call("approve_proposal", { id: proposal.id, review: reviewToken(proposal, null) });
    expect(answer.structuredContent).toMatchObject({ version: 1 });
  });

  it("refuses a page that is stale because the policy changed since", async () => {
    const active = await door.start("default");
    const proposal = await propose();
    await door.call("set_mode", { id: "deny-all" });
    const answer = await door.call("approve_proposal", {
      id: proposal.id,
      review: reviewToken(proposal, active.digest),
    });
    expect(answer).toMatchObject(fault("stale_review"));
    expect(await door.reader.policies.active("default")).toMatchObject({ version: 2, mode: "deny-all" });
    expect(await door.reader.proposals.get(proposal.id)).toMatchObject({ status: "pending" });
  });

  it("refuses the token of another proposal's page", async () => {
    const active = await door.start("default");
    const [read, meant] = [await propose(), await propose("default", `${ALLOWS}// other\n`)];
    expect(
      await door.call("approve_proposal", { id: meant.id, review: reviewToken(read, active.digest) }),
    ).toMatchObject(fault("stale_review"));
    expect(await door.call("approve_proposal", { id: meant.id, review: sha256("") })).toMatchObject(
      fault("stale_review"),
    );
  });

  it("checks the program again, and leaves everything as it was where it fails", async () => {
    const active = await door.start("default");
    const proposal = await propose("default", BROKEN);
    const review = reviewToken(proposal, active.digest);
    expect(await door.call("approve_proposal", { id: proposal.id, review })).toMatchObject(fault("invalid_policy"));
    expect(await door.reader.policies.active("default")).toEqual(active);
    expect(await door.reader.proposals.get(proposal.id)).toMatchObject({ status: "pending" });
  });

  it("cannot switch a person back on: non-interactive stays", async () => {
    await door.start("default");
    await door.call("set_mode", { id: "non-interactive" });
    const active = await door.reader.policies.active("default");
    const proposal = await propose();
    const review = reviewToken(proposal, active?.digest ?? null);
    const { structuredContent } = await door.call("approve_proposal", { id: proposal.id, review });
    expect(structuredContent).toMatchObject({ mode: "custom", non_interactive: true });
  });

  it("answers a second decision with who decided", async () => {
    const proposal = await propose();
    await door.call("reject_proposal", { id: proposal.id });
    const answer = await door.call("approve_proposal", { id: proposal.id, review: reviewToken(proposal, null) });
    expect(answer).toMatchObject(fault("already_decided"));
    expect(JSON.stringify(answer)).toContain("user:ann");
    expect(await door.reader.policies.active("default")).toBeNull();
  });
});

describe("reject_proposal", () => {
  it("leaves the reason for the agent to read", async () => {
    const { id } = await propose();
    const { structuredContent } = await door.call("reject_proposal", { id, reason: "too wide" });
    expect(structuredContent).toEqual({ id, status: "rejected" });
    expect(await door.reader.proposals.get(id)).toMatchObject({ status: "rejected", comment: "too wide" });
  });
});

describe("approve_proposal and reject_proposal", () => {
  it("answer another agent's proposal exactly as one that does not exist", async () => {
    const proposal = await propose("other");
    const decide = (id: string) =>
      Promise.all([
        door.call("approve_proposal", { id, review: reviewToken(proposal, null) }),
        door.call("reject_proposal", { id }),
      ]);
    const [unseen, unknown] = [await decide(proposal.id), await decide("nothing")];
    expect(unknown).toMatchObject([fault("not_found"), fault("not_found")]);
    expect(JSON.stringify(unseen).replaceAll(proposal.id, "nothing")).toBe(JSON.stringify(unknown));
    expect(await door.reader.proposals.get(proposal.id)).toMatchObject({ status: "pending" });
  });
});
