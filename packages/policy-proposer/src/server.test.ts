import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProposerDoor, type ProposerDoor } from "./testing/proposer-door.ts";

let door: ProposerDoor;
beforeEach(async () => {
  door = await openProposerDoor();
});
afterEach(() => door.close());

describe("createPolicyProposer", () => {
  it("has two tools and no resources", async () => {
    const { tools } = await door.child.request("tools/list");
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual(["propose_policy", "withdraw_proposal"]);
    expect(door.child.initialize.capabilities).toEqual({ tools: {} });
  });
});
