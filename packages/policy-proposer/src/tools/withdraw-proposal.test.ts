import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALLOWS, fault, openProposerDoor, type ProposerDoor } from "../testing/proposer-door.ts";

let door: ProposerDoor;
let id: string;
beforeEach(async () => {
  door = await openProposerDoor();
  const { structuredContent } = await door.call("propose_policy", { source: ALLOWS, language: "javascript" });
  id = (structuredContent as { id: string }).id; // as the tool answers
});
afterEach(() => door.close());

describe("withdraw_proposal", () => {
  it("takes back one that waits", async () => {
    expect((await door.call("withdraw_proposal", { id })).structuredContent).toEqual({ ok: true });
    expect(await door.reader.proposals.get(id)).toMatchObject({ status: "withdrawn" });
  });

  it("refuses one that is decided", async () => {
    await door.call("withdraw_proposal", { id });
    expect(await door.call("withdraw_proposal", { id })).toMatchObject(fault("wrong_state"));
  });

  it("N12 answers another agent's exactly as one that does not exist", async () => {
    const unseen = await door.call("withdraw_proposal", { id }, door.other);
    const unknown = await door.call("withdraw_proposal", { id: "nothing" }, door.other);
    expect(unseen).toMatchObject(fault("not_found"));
    expect(JSON.stringify(unseen).replaceAll(id, "nothing")).toBe(JSON.stringify(unknown));
    expect(await door.reader.proposals.get(id)).toMatchObject({ status: "pending" });
  });
});
