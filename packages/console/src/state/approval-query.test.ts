import { describe, expect, it } from "vitest";
import { matches, parseQuery } from "./approval-query.ts";

const approval = {
  agent: "default",
  server: "files",
  tool: "write_file",
  name: "files_write_file",
  state: "pending",
  session: "s1",
  rationale: "writes ask",
} as const;
const found = (text: string, more?: string) => matches(parseQuery(text), approval, more);

describe("approval queries", () => {
  it("find by field and by word, all of them", () => {
    expect(
      ["", "tool:write", "agent:def state:live", "WRITES files", "server:files ask"].map((text) => found(text)),
    ).toEqual([true, true, true, true, true]);
    expect(["tool:read", "state:orphaned", "writes nothing", "agent:other files"].map((text) => found(text))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("find in the arguments that a row shows", () => {
    expect([found("notes.txt"), found("notes.txt", "path: notes.txt")]).toEqual([false, true]);
  });
});
