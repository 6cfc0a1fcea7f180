import { describe, expect, it, vi } from "vitest";
import { errorOf, eventsOf, HttpClient, streamOf } from "../fixtures/http-client.ts";
import { type HttpDoorFixture, openHttpFixture } from "../fixtures/http-door.ts";

const WAITED = { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "waited" }] } };

/** A call that waits, the id of its stream's first event, and a way to cut it. */
async function waiting(door: HttpDoorFixture) {
  const client = new HttpClient(door.url);
  await client.initialize();
  const connection = new AbortController();
  const stream = streamOf(await client.call(1, "wait", { signal: connection.signal }));
  const { value } = await stream.next();
  await vi.waitFor(() => expect(door.calls).toHaveLength(1));
  return { client, stream, lastEventId: String(value?.id), cut: () => connection.abort() };
}

describe("a call whose stream was cut", () => {
  it("goes on, and its answer comes exactly once to who resumes", async () => {
    await using door = await openHttpFixture();
    const { client, lastEventId, cut } = await waiting(door);
    cut();
    const resumed = client.get({ "last-event-id": lastEventId });
    door.release();
    const events = await eventsOf(await resumed);
    expect(events.map(({ message }) => message)).toEqual([WAITED]);
    expect(door.calls).toEqual([{ name: "wait" }]);
    const nothingLeft = await client.get({ "last-event-id": String(events[0]?.id) });
    expect(await errorOf(nothingLeft)).toEqual({ status: 400, code: -32600, id: null });
  });

  it("keeps an answer that came while nobody was there", async () => {
    await using door = await openHttpFixture();
    const { client, lastEventId, cut } = await waiting(door);
    cut();
    door.release();
    await client.answer(2, "echo");
    const events = await eventsOf(await client.get({ "last-event-id": lastEventId }));
    expect(events.map(({ message }) => message)).toEqual([WAITED]);
  });

  it("goes on at the newest connection when the old one is dead without our knowing", async () => {
    await using door = await openHttpFixture();
    const { client, stream, lastEventId } = await waiting(door);
    const resumed = await client.get({ "last-event-id": lastEventId });
    await expect(stream.next()).rejects.toThrow();
    door.release();
    expect((await eventsOf(resumed)).map(({ message }) => message)).toEqual([WAITED]);
  });

  it("is given up when nobody comes back", async () => {
    await using door = await openHttpFixture({ beatMs: 10, resumeBeats: 3 });
    const { client, cut } = await waiting(door);
    cut();
    await vi.waitFor(() =>
      expect(door.calls).toEqual([{ name: "wait", aborted: "the caller was cut off and did not come back" }]),
    );
    expect(await client.answer(1, "echo")).toMatchObject({ id: 1 });
  });

  it("is not one that was cancelled: that one is aborted at once, and its stream ends unanswered", async () => {
    await using door = await openHttpFixture();
    const { client, stream, cut } = await waiting(door);
    await client.post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, reason: "stop" } });
    expect(await stream.next()).toMatchObject({ done: true });
    cut();
    expect(door.calls).toEqual([{ name: "wait", aborted: "stop" }]);
  });
});

describe("`Last-Event-ID`", () => {
  it("opens nothing of another session, and nothing that never was", async () => {
    await using door = await openHttpFixture();
    const { lastEventId } = await waiting(door);
    const other = new HttpClient(door.url);
    await other.initialize();
    const refused = { status: 400, code: -32600, id: null };
    expect(await errorOf(await other.get({ "last-event-id": `9${lastEventId}` }))).toEqual(refused);
    expect(await errorOf(await other.get({ "last-event-id": "../../0" }))).toEqual(refused);
  });
});
