import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChatDoor, type FaceDoor, fault, openChatDoor } from "../testing/chat-door.ts";

let door: ChatDoor;
let human: FaceDoor;
let assistant: FaceDoor;
beforeEach(async () => {
  door = await openChatDoor();
  human = await door.connect("human");
  assistant = await door.connect("assistant");
});
afterEach(() => door.close());

const contents = (messages: object[]) =>
  messages.map((message) => ("content" in message ? message.content : undefined));

describe("read_pending_messages", () => {
  it("answers the oldest first, at most as many as asked for, each once", async () => {
    for (const word of ["a", "b", "c"]) await human.post(word);
    expect(contents((await assistant.take({ limit: 2 })).messages)).toEqual(["a", "b"]);
    expect(contents((await assistant.take({ limit: 1000 })).messages)).toEqual(["c"]);
    expect((await assistant.take()).messages).toEqual([]);
  });

  it("has no head where nobody has spoken", async () => {
    expect(await assistant.take()).toEqual({ messages: [], last_id: null });
  });

  it("passes over what this side said itself, which is the head all the same", async () => {
    await human.post("a");
    const own = await assistant.post("b");
    expect(await assistant.take()).toMatchObject({ messages: [{ content: "a" }], last_id: own });
  });

  it("gives what is posted while it reads to the next read, and never to two", async () => {
    for (const word of ["a", "b", "c", "d"]) await human.post(word);
    const second = await door.connect("assistant");
    const reads = await Promise.all([assistant, second, assistant, second].map((face) => face.take({ limit: 1 })));
    expect(contents(reads.flatMap(({ messages }) => messages)).sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("takes no more at once than an answer can carry, and loses nothing", async () => {
    const large = "\u0001".repeat(256 * 1024);
    for (const _ of Array.from({ length: 6 })) await human.post(large);
    const counts = [await assistant.take(), await assistant.take(), await assistant.take()].map(
      ({ messages }) => messages.length,
    );
    expect(counts).toEqual([4, 2, 0]);
  });

  it("refuses a limit that is none, and moves nothing", async () => {
    await human.post("a");
    const limits = [0, 1001, -1, 1.5, "10"];
    const answers = await Promise.all(limits.map((limit) => assistant.call("read_pending_messages", { limit })));
    expect(answers).toMatchObject(limits.map(() => fault("invalid_input")));
    expect(await assistant.read("chat://last-read")).toEqual({ last_id: null });
  });
});
