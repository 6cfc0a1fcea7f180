import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ChatDoor, openChatDoor } from "./testing/chat-door.ts";

let door: ChatDoor;
beforeEach(async () => {
  door = await openChatDoor();
});
afterEach(() => door.close());

describe("createChat", () => {
  it("has the same tools and resources on either face", async () => {
    const { child: assistant } = await door.connect("assistant");
    const { child: human } = await door.connect("human");
    const methods = ["tools/list", "resources/list", "resources/templates/list"];
    const [ours, theirs] = await Promise.all(
      [assistant, human].map((child) => Promise.all(methods.map((method) => child.request(method)))),
    );
    expect(ours).toEqual(theirs);
    expect(ours).toMatchObject([
      { tools: [{ name: "post" }, { name: "read_pending_messages" }] },
      { resources: [{ uri: "chat://head" }, { uri: "chat://last-read" }] },
      { resourceTemplates: [{ uriTemplate: "chat://messages/{id}" }] },
    ]);
  });

  it("carries words both ways, each read once", async () => {
    const assistant = await door.connect("assistant");
    const human = await door.connect("human");
    const asked = await human.post("how far are you?");
    expect((await assistant.take()).messages).toMatchObject([{ id: asked, author: "human" }]);
    const answered = await assistant.post("half way");
    expect((await human.take()).messages).toMatchObject([{ id: answered, author: "assistant" }]);
    expect([await assistant.take(), await human.take()]).toEqual([
      { messages: [], last_id: answered },
      { messages: [], last_id: answered },
    ]);
  });

  it("N12 keeps one agent's conversation from another's faces", async () => {
    const human = await door.connect("human");
    const stranger = await door.connect("assistant", "other");
    const id = await human.post("for your eyes only");
    expect(await stranger.take()).toEqual({ messages: [], last_id: null });
    expect(await stranger.read("chat://head")).toEqual({ last_id: null });
    const refusal = (uri: string) => stranger.child.request("resources/read", { uri }).catch((error) => error);
    const [unseen, unknown] = [await refusal(`chat://messages/${id}`), await refusal("chat://messages/nothing")];
    expect(unseen).toBeInstanceOf(Error);
    expect([unseen.code, unseen.message]).toEqual([unknown.code, unknown.message]);
  });
});
