import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALLOW_ALL, listedUris, openReaderDoor, type ReaderDoor, readPage } from "../testing/reader-door.ts";

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
});
afterEach(() => door.close());

const TS = "resource://approval-policy/policy.ts";
const JS = "resource://approval-policy/policy.js";

describe("activePolicyPages", () => {
  it("shows the source in force with its own MIME type", async () => {
    const { source } = await door.start("default");
    const child = await door.connect("agent", "default");
    expect(await child.request("resources/read", { uri: TS })).toMatchObject({
      contents: [{ uri: TS, mimeType: "text/x-typescript", text: source }],
    });
  });

  it("lists none where the agent has no policy", async () => {
    expect(await listedUris(await door.connect("agent", "default"))).toEqual([
      "resource://approval-policy/proposals/list",
    ]);
  });

  it("lists exactly one, whatever came before", async () => {
    await door.start("default");
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    const child = await door.connect("agent", "default");
    expect((await listedUris(child)).filter((uri) => uri.includes("/policy."))).toEqual([JS]);
    await expect(readPage(child, TS)).rejects.toMatchObject({ code: -32002 });
  });

  it("tells a subscriber of a new version, and nobody that the list changed", async () => {
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    const child = await door.connect("agent", "default");
    await child.request("resources/subscribe", { uri: JS });
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default", source: `${ALLOW_ALL.source}// more\n` });
    await vi.waitFor(() =>
      expect(door.heard).toContainEqual({ method: "notifications/resources/updated", params: { uri: JS } }),
    );
    expect(door.heard.map(({ method }) => method)).not.toContain("notifications/resources/list_changed");
  });

  it("tells that an entry went and another came, and whoever follows it under its own URI", async () => {
    await door.start("default");
    const child = await door.connect("agent", "default");
    await child.request("resources/subscribe", { uri: TS });
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default" });
    await vi.waitFor(() =>
      expect(door.heard).toEqual([
        { method: "notifications/resources/updated", params: { uri: TS } },
        { method: "notifications/resources/list_changed", params: {} },
      ]),
    );
  });

  it("is silent about another agent's policy", async () => {
    await door.start("default");
    const child = await door.connect("agent", "default");
    await child.request("resources/subscribe", { uri: TS });
    await door.start("other");
    await door.approver.policies.activate({ ...ALLOW_ALL, agent: "default", language: "typescript" });
    await vi.waitFor(() => expect(door.heard.length).toBeGreaterThan(0));
    expect(door.heard).toEqual([{ method: "notifications/resources/updated", params: { uri: TS } }]);
  });
});
