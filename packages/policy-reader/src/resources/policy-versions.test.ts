import { policyVersion, policyVersionList } from "@sallyport/contract/policies";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALLOW_ALL, openReaderDoor, type ReaderDoor, readPage } from "../testing/reader-door.ts";

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
});
afterEach(() => door.close());

const LIST = "resource://approval-policy/versions/list";
const page = (version: number | string) => `resource://approval-policy/versions/${version}`;

describe("policyVersionPages", () => {
  it("lists every version, newest first, and shows the program of each", async () => {
    const first = await door.start("default");
    const second = await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    const child = await door.connect("human", "default");
    const { versions } = policyVersionList.parse(await readPage(child, LIST));
    expect(versions.map(({ version, digest }) => [version, digest])).toEqual([
      [2, second.digest],
      [1, first.digest],
    ]);
    expect(policyVersion.parse(await readPage(child, page(1)))).toEqual(first);
  });

  it("tells a person that another policy is in force", async () => {
    await door.start("default");
    const child = await door.connect("human", "default");
    await child.request("resources/subscribe", { uri: LIST });
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    await vi.waitFor(() =>
      expect(door.heard).toContainEqual({ method: "notifications/resources/updated", params: { uri: LIST } }),
    );
  });

  it("N12 shows an agent none, and a person nothing of another agent's or that never was", async () => {
    await door.start("other");
    const agent = await door.connect("agent", "other");
    const human = await door.connect("human", "default");
    const answers = await Promise.all(
      [
        readPage(agent, LIST),
        readPage(agent, page(1)),
        ...[1, 0, "01", "1.0", "", "9".repeat(30)].map((version) => readPage(human, page(version))),
      ].map((answer) => answer.catch(({ code }) => code)),
    );
    expect(answers).toEqual(answers.map(() => -32002));
    expect(await readPage(human, LIST)).toEqual({ versions: [] });
  });
});
