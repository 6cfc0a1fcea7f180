import { describe, expect, it } from "vitest";
import { HOST_LIMITS } from "./host-limits.ts";
import { hostKey, settleAfterMs } from "./settle-rules.ts";

const after = (name: string, givesToken = true) => settleAfterMs({ name, givesToken }, undefined);

describe("settleAfterMs", () => {
  it.each([
    ["claude-ai", 45_000],
    ["claude-ai (via mcp-remote 0.1.37)", 45_000],
    ["Anthropic/ClaudeAI", 45_000],
    ["github-copilot-developer", 45_000],
    ["codex-mcp-client", 240_000],
    ["cursor-vscode", 240_000],
    ["Visual Studio Code", 240_000],
    ["Visual-Studio-Code", 240_000],
    ["Visual Studio Code - Insiders", 240_000],
    ["gemini-cli-mcp-client", 540_000],
    ["gemini-cli-mcp-client-sallyport", 540_000],
    ["qwen-cli-mcp-client-sallyport", 540_000],
    ["qwen-code-mcp-client", 540_000],
  ])("answers a call of %s in time, whether it gives a token or not", (name, ms) => {
    expect([after(name, true), after(name, false)]).toEqual([ms, ms]);
  });

  it("holds a call of Claude Code while progress flows, and answers it before its 30 minutes of silence", () => {
    expect([after("claude-code", true), after("claude-code", false)]).toEqual([null, 1_500_000]);
  });

  it.each(["", "mcp", "claude", "claude-airport", "codexes", "my-cursor", "mcp-inspector", "__proto__", "(x)"])(
    "holds a client that is not known: `%s`",
    (name) => {
      expect(after(name)).toBeNull();
    },
  );

  it("takes the configuration's word before the table's, the longer name before the shorter, `*` for the rest", () => {
    const clients = new Map<string, number | "never">([
      ["codex", 10],
      ["codex-mcp-client", "never"],
      ["my-agent", 0.5],
    ]);
    const by = (name: string, others?: number | "never") =>
      settleAfterMs({ name, givesToken: true }, { clients, ...(others !== undefined && { others }) });
    expect(by("codex-mcp-client")).toBeNull();
    expect(by("Codex Desktop")).toBe(10_000);
    expect(by("my-agent")).toBe(500);
    expect([by("claude-ai"), by("claude-ai", "never"), by("unknown", 30)]).toEqual([45_000, null, 30_000]);
  });
});

describe("HOST_LIMITS", () => {
  it("has each name once, in the form names are looked up in", () => {
    const names = HOST_LIMITS.flatMap((limit) => limit.names);
    expect(names).toEqual([...new Set(names.map(hostKey))]);
  });
});
