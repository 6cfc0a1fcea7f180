import { setTimeout as sleep } from "node:timers/promises";
import type { SubscriptionState } from "@sallyport/contract/resources";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";

const OWN = "evil://state/counter";
const FRONT = "evil://evil/state/counter";
const UPDATED = "notifications/resources/updated";

const heard = (client: RawClient) =>
  client.notifications.filter(
    ({ method, params }) => method === UPDATED && params?.uri !== "resources://resources/subscriptions",
  );
/** Has the child say that its resource changed. */
const change = (client: RawClient) => client.call("evil_notify", { method: UPDATED, params: { uri: OWN } });
const atChild = (bed: TestBed, method: string) => bed.effects().filter((effect) => effect[method] === OWN).length;

async function standing(client: RawClient): Promise<SubscriptionState | undefined> {
  const { result } = await client.call("resources_list_subscriptions", {});
  return result.structuredContent.subscriptions[0];
}
const isActive = (client: RawClient) =>
  eventually("it is active", async () => (await standing(client))?.active === true);

describe("following a resource", () => {
  it("R04 a durable subscription comes back after its server was killed, and after the gateway was", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    const subscribed = await client.call("resources_subscribe", { server: "evil", uri: OWN });
    expect(subscribed.result.structuredContent).toEqual({ ok: true, active: true, last_error: null });
    await client.call("evil_crash", {});
    await eventually("the new child is subscribed to", () => atChild(bed, "resources/subscribe") >= 2);
    await isActive(client);
    await change(client);
    await client.heard(UPDATED, ({ uri }) => uri === FRONT);
    await client.kill();
    const before = atChild(bed, "resources/subscribe");
    const again = await bed.serve({ evil: bed.evil() });
    await eventually("the next gateway subscribes", () => atChild(bed, "resources/subscribe") > before);
    await isActive(again);
    await change(again);
    expect((await again.heard(UPDATED, ({ uri }) => uri === FRONT)).params).toEqual({ uri: FRONT });
    expect(await standing(again)).toMatchObject({ present: true, last_updated_at: expect.any(String) });
  });

  it("R05 one followed twice, at the door and through `resources`, is told once, under the front's URI", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil() });
    await client.call("resources_subscribe", { server: "evil", uri: OWN });
    await client.request("resources/subscribe", { uri: FRONT });
    await client.request("resources/subscribe", { uri: FRONT });
    expect(bed.effects().filter((effect) => "resources/subscribe" in effect)).toEqual([{ "resources/subscribe": OWN }]);
    const changes = [1, 2, 3];
    for (const count of changes) {
      await change(client);
      await eventually("it is told", () => heard(client).length === count);
      // Two of them within a moment may be told as one.
      await sleep(150);
    }
    expect(heard(client).map(({ params }) => params)).toEqual(changes.map(() => ({ uri: FRONT })));
    await client.request("resources/unsubscribe", { uri: FRONT });
    await change(client);
    await eventually("`resources` still follows it", () => heard(client).length === 4);
    expect(atChild(bed, "resources/unsubscribe")).toBe(0);
    await client.call("resources_unsubscribe", { server: "evil", uri: OWN });
    await eventually("the child hears of the end", () => atChild(bed, "resources/unsubscribe") === 1);
    await change(client);
    await sleep(150);
    expect(heard(client)).toHaveLength(4);
  });

  it("R06 one whose server is taken away stays on the list, and follows it when it comes back", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ other: bed.evil() });
    const attach = () =>
      client.call("compositor_admin_attach_server", { name: "evil", spec: { type: "stdio", ...bed.evil() } });
    await attach();
    await client.call("resources_subscribe", { server: "evil", uri: OWN });
    await client.call("compositor_admin_detach_server", { name: "evil" });
    const gone = await eventually("it is not active", async () => {
      const row = await standing(client);
      return row?.active === false && row;
    });
    expect(gone).toMatchObject({ server: "evil", uri: OWN, present: false, last_error: expect.any(String) });
    await attach();
    await isActive(client);
    await change(client);
    await client.heard(UPDATED, ({ uri }) => uri === FRONT);
  });
});
