import { read as readContract } from "@sallyport/contract/resources";
import { describe, expect, it } from "vitest";
import type { Params, RawClient } from "../harness/raw-client.ts";
import { createTestBed } from "../harness/test-bed.ts";

const MEBIBYTE = 1024 * 1024;
const read = async (client: RawClient, args: Params) =>
  readContract.output.parse(
    (await client.call("resources_read", { server: "evil", ...args })).result.structuredContent,
  );
const faultOf = async (client: RawClient, tool: string, args: Params): Promise<string> => {
  const { result } = await client.call(`resources_${tool}`, { server: "evil", ...args });
  return result.structuredContent.error?.code;
};

describe("reading in windows", () => {
  it("R01 a resource of nine megabytes is read window by window, and no character is split", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--big-resource", String(9 * MEBIBYTE)) });
    const total = Math.floor((9 * MEBIBYTE) / 3) * 3;
    const big = { uri: "evil://big" };
    const first = await read(client, big);
    expect(first).toMatchObject({
      window: { start_offset: 0, max_bytes: 25_000 },
      total_parts: 1,
      parts: [{ index: 0, kind: "text", text: "€".repeat(8_333), total_bytes: total, bytes_returned: 24_999 }],
      next_offset: 24_999,
    });
    const inside = await read(client, { ...big, start_offset: 9_000_000, max_bytes: 100 });
    expect(inside.parts).toMatchObject([{ text: "€".repeat(33), bytes_returned: 99 }]);
    const last = await read(client, { ...big, start_offset: total - 3, max_bytes: 1_000_000 });
    expect(last).toMatchObject({ parts: [{ text: "€" }], next_offset: null });
    expect(await read(client, { ...big, start_offset: total })).toMatchObject({ parts: [], next_offset: null });
    expect(await read(client, { ...big, start_offset: 2 ** 40 })).toMatchObject({ parts: [], next_offset: null });
  });

  it("R02 one of fifty megabytes is one error, and its server goes on", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--big-resource", String(50 * MEBIBYTE)), other: bed.evil() });
    expect(await faultOf(client, "read", { uri: "evil://big" })).toBe("unavailable");
    expect((await client.request("resources/read", { uri: "evil://evil/big" })).error).toBeDefined();
    expect((await client.call("other_act", {})).error).toBeUndefined();
    expect((await client.call("evil_act", {})).error).toBeUndefined();
    expect(await read(client, { uri: "evil://item/1" })).toMatchObject({ parts: [{ text: "read evil://item/1" }] });
  });

  it("R03 a blob that says it is text is base64, and a wrong window or an unknown name is one error", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: bed.evil("--blob-as-text") });
    expect(await read(client, { uri: "evil://blob" })).toMatchObject({
      parts: [{ kind: "base64", mime: "text/plain", base64: "//4AgA==" }],
      next_offset: null,
    });
    const good = { uri: "evil://item/1" };
    const wrong = [
      { start_offset: -1 },
      { start_offset: 0.5 },
      { max_bytes: 0 },
      { max_bytes: 1_000_001 },
      { start_offset: "0" },
    ];
    const windows = await Promise.all(wrong.map((window) => faultOf(client, "read", { ...good, ...window })));
    expect(windows).toEqual(wrong.map(() => "invalid_input"));
    expect(await faultOf(client, "read_blocks", { ...good, start_block: -1 })).toBe("invalid_input");
    const unknown = [
      await faultOf(client, "read", { ...good, server: "nobody" }),
      await faultOf(client, "read", { uri: "nobody://x" }),
      await faultOf(client, "read", { uri: "no scheme" }),
      await faultOf(client, "read_blocks", { uri: "nobody://x" }),
      await faultOf(client, "subscribe", { ...good, server: "nobody" }),
      await faultOf(client, "unsubscribe", good),
      await faultOf(client, "subscribe_list_changes", { server: "nobody" }),
      await faultOf(client, "unsubscribe_list_changes", {}),
      await faultOf(client, "list", { server: "nobody" }),
      await faultOf(client, "list_templates", { server: "nobody" }),
    ];
    expect(unknown).toEqual(unknown.map(() => "not_found"));
    const preset = await client.call("resources_apply_preset", { name: "nobody" });
    expect(preset.result.structuredContent.error.code).toBe("not_found");
  });
});
