import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { read, readBlocks } from "@sallyport/contract/resources";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fault, openResourcesDoor, type ResourcesDoor } from "../testing/resources-door.ts";

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor();
  door.view.servers.set("notes", {
    resources: {
      "note://two": [
        { text: "häh", mimeType: "text/markdown" },
        { blob: "YWJjZGVm", mimeType: "text/plain" },
      ],
    },
  });
});
afterEach(() => door.close());

const TWO = { server: "notes", uri: "note://two" };
const text = { index: 0, kind: "text", mime: "text/markdown", total_bytes: 4 };
const blob = { index: 1, kind: "base64", mime: "text/plain", total_bytes: 8 };

describe("read", () => {
  const window = async (args: object) =>
    read.output.parse((await door.call("read", { ...TWO, ...args })).structuredContent);

  it("reads all of a small resource, a blob as base64 whatever its MIME type", async () => {
    expect(await window({})).toEqual({
      window: { start_offset: 0, max_bytes: 25_000 },
      parts: [
        { ...text, text: "häh", bytes_returned: 4 },
        { ...blob, base64: "YWJjZGVm", bytes_returned: 8 },
      ],
      total_parts: 2,
      next_offset: null,
    });
  });

  it("reads a window over both parts, and goes on where it ended", async () => {
    expect(await window({ start_offset: 2, max_bytes: 7 })).toEqual({
      window: { start_offset: 1, max_bytes: 7 },
      parts: [
        { ...text, text: "äh", bytes_returned: 3 },
        { ...blob, base64: "YWJj", bytes_returned: 4 },
      ],
      total_parts: 2,
      next_offset: 8,
    });
    expect(await window({ start_offset: 8 })).toMatchObject({ parts: [{ base64: "ZGVm" }], next_offset: null });
  });

  it.each([12, 13, 1_000_000])("has no parts past the end, at %i", async (start_offset) => {
    expect(await window({ start_offset })).toEqual({
      window: { start_offset, max_bytes: 25_000 },
      parts: [],
      total_parts: 2,
      next_offset: null,
    });
  });

  it.each([{ start_offset: -1 }, { start_offset: 0.5 }, { max_bytes: 0 }, { max_bytes: 1_000_001 }, { uri: "" }])(
    "refuses %j",
    async (args) => {
      expect(await door.call("read", { ...TWO, ...args })).toMatchObject(fault("invalid_input"));
    },
  );

  it("shows that a resource is empty", async () => {
    door.view.servers.set("notes", { resources: { "note://two": [{ text: "" }] } });
    expect(await window({})).toMatchObject({ parts: [{ text: "", total_bytes: 0 }], next_offset: null });
  });

  it.each([
    ["nobody", "note://two"],
    ["notes", "note://none"],
    ["notes", "no scheme"],
    ["files", "note://two"],
  ])("answers what `%s` does not have, `%s`, by naming both", async (server, uri) => {
    const message = `server \`${server}\` has no resource \`${uri}\`, or cannot be seen; \`list\` shows what there is`;
    expect(await door.call("read", { server, uri })).toMatchObject(fault("not_found", { message, server, uri }));
  });

  it("reads a server's own URI where the front shows it as it is", async () => {
    door.view.servers.set("wrapped", { resources: { "file:///a": [{ text: "of wrapped" }] }, isAsIs: true });
    const answer = await door.call("read", { server: "wrapped", uri: "file:///a" });
    expect(answer.structuredContent).toMatchObject({ parts: [{ text: "of wrapped" }] });
    expect(door.view.asked).toContain("resources/read file:///a");
  });

  it("leads under one server's name to no other's", async () => {
    door.view.servers.set("wrapped", { resources: { "file:///a": [] }, isAsIs: true });
    door.view.servers.set("other", { resources: { "file:///other": [{ text: "of other" }] }, isAsIs: true });
    expect(await door.call("read", { server: "wrapped", uri: "note://notes/two" })).toMatchObject(fault("not_found"));
    expect(await door.call("read", { server: "wrapped", uri: "file:///other" })).toMatchObject(fault("not_found"));
    door.view.servers.set("wrapped", { resources: { "note://secret/a": [{ text: "of wrapped" }] }, isAsIs: true });
    expect(await door.call("read", { server: "secret", uri: "note://a" })).toMatchObject(fault("not_found"));
    expect(door.view.asked.filter((asked) => asked.startsWith("resources/read"))).toEqual([]);
  });

  it("reads of a server that came just now, and of none where every server has its page", async () => {
    const meta = { resources: { "compositor://state/files": [] } };
    await door.view.put("compositor_meta", meta);
    await door.call("read", { server: "files", uri: "file:///a" });
    door.view.servers.set("new", { resources: { "a://b": [{ text: "new" }] } });
    const answer = await door.call("read", { server: "new", uri: "a://b" });
    expect(answer.structuredContent).toMatchObject({ parts: [{ text: "new" }] });
    expect(await door.call("read", { server: "nobody", uri: "a://b" })).toMatchObject(fault("not_found"));
    expect(door.view.asked).not.toContain("resources/read a://nobody/b");
  });

  it("says that a server is down, and that it answered nonsense", async () => {
    door.view.servers.set("files", { resources: {}, down: "it died" });
    expect(await door.call("read", { server: "files", uri: "file:///a" })).toMatchObject(
      fault("unavailable", { message: expect.stringContaining("it died") }),
    );
    door.view.servers.set("files", { resources: { "file:///a": [{}] } });
    expect(await door.call("read", { server: "files", uri: "file:///a" })).toMatchObject(fault("unavailable"));
  });

  it("asks the view and nobody else, whatever the URI says", async () => {
    for (const uri of ["file:///etc/passwd", "http://127.0.0.1/", "data:text/plain,a", "resource://../..//a"]) {
      expect(await door.call("read", { server: "files", uri })).toMatchObject(fault("not_found"));
    }
    expect(door.view.asked.filter((asked) => asked.startsWith("resources/read"))).toEqual([
      "resources/read file://files//etc/passwd",
      "resources/read http://files/127.0.0.1/",
      "resources/read data://files/:text/plain,a",
      "resources/read resource://files/../..//a",
    ]);
  });

  it("is cancelled at the view when its caller cancels", async () => {
    await door.call("list", {});
    const { promise, resolve } = Promise.withResolvers<void>();
    door.view.gate = promise;
    const cancel = new AbortController();
    const reading = door.child.request(
      "tools/call",
      { name: "read", arguments: { server: "files", uri: "file:///a" } },
      { signal: cancel.signal },
    );
    await vi.waitFor(() => expect(door.view.asked).toContain("resources/read file://files//a"));
    cancel.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    await vi.waitFor(() => expect(door.view.asked).toContain("cancelled file://files//a"));
    resolve();
  });
});

describe("read_blocks", () => {
  const window = async (args: object) =>
    readBlocks.output.parse((await door.call("read_blocks", { ...TWO, ...args })).structuredContent);

  it("begins in a block of its own and says where the next window does", async () => {
    expect(await window({ start_block: 1, start_offset: 4, max_bytes: 4 })).toEqual({
      window: { start_block: 1, start_offset: 4, max_bytes: 4 },
      parts: [{ ...blob, base64: "ZGVm", bytes_returned: 4 }],
      total_parts: 2,
      next_block: null,
      next_offset: null,
    });
    expect(await window({ max_bytes: 4 })).toMatchObject({
      parts: [{ text: "häh" }],
      next_block: 1,
      next_offset: 0,
    });
  });

  it("has no parts past the end of its block, and none past the last block", async () => {
    expect(await window({ start_offset: 4 })).toMatchObject({ parts: [], next_block: 1, next_offset: 0 });
    expect(await window({ start_block: 1, start_offset: 99 })).toMatchObject({ parts: [], next_block: null });
    expect(await window({ start_block: 2 })).toMatchObject({ parts: [], total_parts: 2, next_block: null });
  });
});

describe("a resource of 50 MB", () => {
  const SIZE = 50_000_000;
  const BIG = { server: "big", uri: "file:///big" };

  it("is read window by window, and no window keeps it in memory", async () => {
    const windows: unknown[] = [];
    const readWindow = async (start_offset: number) => {
      // A text of its own for each read, as one that comes over a wire.
      const text = `€${Buffer.alloc(SIZE - 3, "x").toString()}`;
      door.view.servers.set("big", { resources: { [BIG.uri]: [{ text }] } });
      const { structuredContent } = await door.call("read", { ...BIG, start_offset, max_bytes: 1_000_000 });
      windows.push(structuredContent);
    };
    await readWindow(0);
    const before = memoryInUse();
    for (const turn of [1, 2, 3, 4, 5, 6]) await readWindow(turn * 8_000_000);
    // Six of them kept would be 600 MB: with `€` in it a text takes two bytes a character.
    expect(memoryInUse() - before).toBeLessThan(100_000_000);
    expect(windows.at(-1)).toMatchObject({
      window: { start_offset: 48_000_000 },
      parts: [{ total_bytes: SIZE, bytes_returned: 1_000_000 }],
      next_offset: 49_000_000,
    });
  }, 60_000);
});

function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}
