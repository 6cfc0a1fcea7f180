import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listedUris, openReaderDoor, type ReaderDoor } from "./testing/reader-door.ts";

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
  await door.start("default");
});
afterEach(() => door.close());

async function toolNames(face: "agent" | "human", decide: boolean): Promise<string[]> {
  const { tools } = await (await door.connect(face, "default", { decide })).request("tools/list");
  return (tools as { name: string }[]).map(({ name }) => name); // as `tools/list` answers
}

describe("createPolicyReader", () => {
  it("has no tools for an agent", async () => {
    const child = await door.connect("agent", "default");
    expect(child.initialize.capabilities).toEqual({ resources: { subscribe: true, listChanged: true } });
  });

  it("lists dry decisions for an agent where they are switched on, and for a person always", async () => {
    expect(await toolNames("agent", true)).toEqual(["decide", "decide_batch"]);
    expect(await toolNames("human", false)).toEqual(["decide", "decide_batch"]);
  });

  it("answers a hidden `decide` exactly as a tool that does not exist", async () => {
    const child = await door.connect("agent", "default");
    const call = (name: string) => child.request("tools/call", { name, arguments: {} }).catch((error) => error);
    const [hidden, unknown] = [await call("decide"), await call("nothing")];
    expect(hidden).toBeInstanceOf(Error);
    expect([hidden.code, hidden.data, hidden.message]).toEqual([
      unknown.code,
      unknown.data,
      unknown.message.replace("nothing", "decide"),
    ]);
  });

  it("lists the policy and the proposals for an agent", async () => {
    expect(await listedUris(await door.connect("agent", "default"))).toEqual([
      "resource://approval-policy/policy.ts",
      "resource://approval-policy/proposals/list",
    ]);
  });

  it("lists the approvals, the timeline and earlier policies too for a person", async () => {
    expect(await listedUris(await door.connect("human", "default"))).toEqual([
      "resource://approval-policy/policy.ts",
      "resource://approval-policy/proposals/list",
      "approvals://pending",
      "approvals://history",
      "timeline://recent",
      "resource://approval-policy/versions/list",
    ]);
  });

  it("shows templates of what each may read", async () => {
    const templates = async (face: "agent" | "human") => {
      const { resourceTemplates } = await (await door.connect(face, "default")).request("resources/templates/list");
      return (resourceTemplates as { uriTemplate: string }[]).map(({ uriTemplate }) => uriTemplate); // as the method answers
    };
    expect(await templates("agent")).toEqual(["resource://approval-policy/proposals/{id}"]);
    expect(await templates("human")).toEqual([
      "resource://approval-policy/proposals/{id}",
      "approvals://pending/{id}",
      "timeline://after/{seq}",
      "resource://approval-policy/versions/{version}",
    ]);
  });
});
