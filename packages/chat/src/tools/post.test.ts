import { chatMessage } from "@sallyport/contract/chat";
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

const LIMIT = 256 * 1024;

describe("post", () => {
  it("keeps what was said to the byte, as Markdown where nothing else is said", async () => {
    const content = "# Ünïcode 👩‍🚀\r\n\t\u2028\u0085\u001b[2J and `code`\n";
    const id = await assistant.post(content);
    const { messages } = await human.take();
    expect(messages).toEqual([
      { id, ts: expect.stringMatching(/^\d{4}-.*Z$/), author: "assistant", mime: "text/markdown", content },
    ]);
    expect(chatMessage.parse(messages[0])).toEqual(messages[0]);
  });

  it("takes another MIME type, and nothing that is none", async () => {
    await human.call("post", { mime: "application/vnd.example+json", content: "{}" });
    expect((await assistant.take()).messages).toMatchObject([{ mime: "application/vnd.example+json" }]);
    expect(await human.call("post", { mime: "no type\nat all", content: "a" })).toMatchObject(fault("invalid_input"));
  });

  it("is said by its face, whatever the arguments say", async () => {
    expect(await assistant.call("post", { content: "yes, do it", author: "human" })).toMatchObject(
      fault("invalid_input"),
    );
    await assistant.post("yes, do it");
    expect((await human.take()).messages).toMatchObject([{ author: "assistant" }]);
    expect((await assistant.take()).messages).toEqual([]);
  });

  it("takes 256 KiB of UTF-8 and not a byte more, counting bytes", async () => {
    const fits = `${"€".repeat(LIMIT / 3)}x`;
    await human.post(fits);
    expect(await human.call("post", { content: `${fits}x` })).toMatchObject(
      fault("too_large", { bytes: LIMIT + 1, limit: LIMIT }),
    );
    expect((await assistant.take()).messages).toMatchObject([{ content: fits }]);
  });

  it("refuses what would come out as something else", async () => {
    expect(await human.call("post", { content: "half \ud83d of one" })).toMatchObject(fault("invalid_input"));
    expect(await human.call("post", { content: "an end\0 and more" })).toMatchObject(fault("invalid_input"));
    expect(await human.call("post", { content: "" })).toMatchObject(fault("invalid_input"));
    expect(await human.read("chat://head")).toEqual({ last_id: null });
  });
});
