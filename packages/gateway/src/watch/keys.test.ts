import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Key, readKeys } from "./keys.ts";

async function read(...chunks: readonly string[]): Promise<Key[]> {
  const input = new PassThrough();
  const keys: Key[] = [];
  const stop = readKeys(input, (key) => keys.push(key));
  for (const chunk of chunks) input.write(chunk);
  // A lone Escape is one only when nothing follows it for a moment.
  await expect.poll(() => input.readableLength, { timeout: 5_000 }).toBe(0);
  await sleep(200);
  stop();
  return keys;
}

const text = (letter: string): Key => ({ kind: "text", text: letter });
const named = (name: string) => ({ kind: "named", name });

describe("readKeys", () => {
  it("reads letters, also of other scripts and cut in two", async () => {
    expect(await read("aJ?", " ", "é")).toEqual(["a", "J", "?", " ", "é"].map(text));
  });

  it("reads named keys", async () => {
    expect(
      await read("\r", "\u007f", "\u001b[A", "\u001b[B", "\u001b[5~", "\u001b[6~", "\u001b[H", "\u001b[F"),
    ).toEqual(["enter", "backspace", "up", "down", "page up", "page down", "home", "end"].map(named));
    expect(await read("\u0003\u0015\u0017")).toEqual(["interrupt", "erase line", "erase word"].map(named));
    expect(await read("\u001b")).toEqual([named("escape")]);
  });

  it("reads a paste as text, whatever is in it", async () => {
    expect(await read("\u001b[200~a\rdq\u001b[201~", "j")).toEqual([{ kind: "paste", text: "a\rdq" }, text("j")]);
  });

  it("reads no command from a key held with Alt or an unknown sequence", async () => {
    expect(await read("\u001ba", "\u001b[99;5u", "\u001b[24~", "\u0000", "\u0001")).toEqual([named("home")]);
  });
});
