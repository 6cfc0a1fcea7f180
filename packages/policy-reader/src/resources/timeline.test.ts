import { timelinePage } from "@sallyport/contract/timeline";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openReaderDoor, type ReaderDoor, readPage } from "../testing/reader-door.ts";

let door: ReaderDoor;
beforeEach(async () => {
  door = await openReaderDoor();
});
afterEach(() => door.close());

const RECENT = "timeline://recent";
const after = (seq: number | string) => `timeline://after/${seq}`;

async function happen(count: number, agent = "default") {
  for (let n = 0; n < count; n += 1) {
    await door.gate.events.append({ agent, phase: "mount", action: "mount-running", status: "ok" });
  }
}

describe("timelinePages", () => {
  it("shows the newest events, and what came after them", async () => {
    await happen(203);
    const child = await door.connect("human", "default");
    const recent = timelinePage.parse(await readPage(child, RECENT));
    expect(recent.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, n) => n + 4));
    expect(recent.head).toBe(203);
    expect(await readPage(child, after(recent.head))).toEqual({ events: [], head: 203 });
    await happen(1);
    expect(timelinePage.parse(await readPage(child, after(recent.head)))).toMatchObject({
      events: [{ seq: 204, action: "mount-running" }],
      head: 204,
    });
  });

  it("leaves nothing out on the way to the end", async () => {
    await happen(502);
    const child = await door.connect("human", "default");
    const first = timelinePage.parse(await readPage(child, after(0)));
    const second = timelinePage.parse(await readPage(child, after(first.head)));
    const seqs = [...first.events, ...second.events].map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 502 }, (_, n) => n + 1));
    expect([first.events.length, second.head]).toEqual([500, 502]);
  });

  it("is empty where nothing has happened", async () => {
    expect(await readPage(await door.connect("human", "default"), RECENT)).toEqual({ events: [], head: 0 });
  });

  it("shows nothing of another agent's", async () => {
    await happen(2, "other");
    await happen(1);
    const child = await door.connect("human", "default");
    expect(await readPage(child, after(0))).toMatchObject({ events: [{ seq: 3, agent: "default" }], head: 3 });
  });

  it("N12 does not exist for an agent", async () => {
    await happen(1);
    const child = await door.connect("agent", "default");
    const answers = await Promise.all([RECENT, after(0)].map((uri) => readPage(child, uri).catch(({ code }) => code)));
    expect(answers).toEqual([-32002, -32002]);
  });

  it.each(["", "x", "-1", "1.5", "1e3", "01", " 1", "1/2", "9".repeat(16)])(
    "does not know a number `%s`",
    async (seq) => {
      const child = await door.connect("human", "default");
      await expect(readPage(child, after(seq))).rejects.toMatchObject({ code: -32002 });
    },
  );

  it("tells whoever follows it of what else is told, and is polled for calls", async () => {
    const child = await door.connect("human", "default");
    await child.request("resources/subscribe", { uri: RECENT });
    await happen(1);
    await door.start("default");
    await vi.waitFor(() =>
      expect(door.heard).toContainEqual({ method: "notifications/resources/updated", params: { uri: RECENT } }),
    );
  });
});
