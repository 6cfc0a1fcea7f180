import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ChatDoor, type FaceDoor, openChatDoor, updated } from "../testing/chat-door.ts";

let door: ChatDoor;
let human: FaceDoor;
let assistant: FaceDoor;
beforeEach(async () => {
  door = await openChatDoor();
  human = await door.connect("human");
  assistant = await door.connect("assistant");
});
afterEach(() => door.close());

const HEAD = "chat://head";
const LAST_READ = "chat://last-read";

describe("conversation", () => {
  it("shows the newest message of either side, and each side its own mark", async () => {
    expect([await human.read(HEAD), await human.read(LAST_READ)]).toEqual([{ last_id: null }, { last_id: null }]);
    const first = await human.post("a");
    const newest = await assistant.post("b");
    await assistant.take();
    expect(await human.read(HEAD)).toEqual({ last_id: newest });
    expect(await assistant.read(LAST_READ)).toEqual({ last_id: first });
    expect(await human.read(LAST_READ)).toEqual({ last_id: null });
  });

  it("shows one message by its id to both sides, and moves no mark", async () => {
    const id = await human.post("a");
    const message = { id, ts: expect.any(String), author: "human", mime: "text/markdown", content: "a" };
    expect([await assistant.read(`chat://messages/${id}`), await human.read(`chat://messages/${id}`)]).toEqual([
      message,
      message,
    ]);
    expect((await assistant.take()).messages).toHaveLength(1);
  });

  it("has nothing under another URI", async () => {
    const id = await human.post("a");
    const uris = [
      "chat://messages/",
      "chat://messages/nothing",
      `chat://messages/${id}/`,
      "chat://messages",
      "chat://HEAD",
    ];
    const answers = await Promise.all(uris.map((uri) => human.read(uri).catch(({ code }) => code)));
    expect(answers).toEqual(uris.map(() => -32002));
  });

  it("tells the other side that somebody spoke, and its own side that its mark moved", async () => {
    await human.follow(HEAD, LAST_READ);
    await assistant.follow(HEAD, LAST_READ);
    await human.post("a");
    await assistant.take();
    await assistant.take();
    await assistant.post("b");
    await vi.waitFor(() => expect(human.heard).toEqual([updated(HEAD)]));
    expect(assistant.heard).toEqual([updated(HEAD), updated(LAST_READ)]);
  });

  it("tells every session of a face, and nobody who did not ask", async () => {
    const second = await door.connect("assistant");
    const silent = await door.connect("assistant");
    await assistant.follow(HEAD);
    await second.follow(HEAD);
    await human.post("a");
    await vi.waitFor(() => expect([assistant.heard, second.heard]).toEqual([[updated(HEAD)], [updated(HEAD)]]));
    expect(silent.heard).toEqual([]);
  });

  it("is silent about another agent's conversation", async () => {
    const stranger = await door.connect("human", "other");
    await assistant.follow(HEAD, LAST_READ);
    await stranger.post("a");
    await human.post("b");
    await vi.waitFor(() => expect(assistant.heard.length).toBeGreaterThan(0));
    expect(assistant.heard).toEqual([updated(HEAD)]);
  });
});
