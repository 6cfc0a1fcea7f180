import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readmeProblems } from "./readme-rules.ts";

const page = readFileSync(join(import.meta.dirname, "../packages/policy-reader/README.md"), "utf8");
const options = [
  { flag: "--store", value: "url", env: "SALLYPORT_STORE", description: "" },
  { flag: "--face", value: "face", description: "" },
];
const problems = (changed: string) =>
  readmeProblems({ folder: "policy-reader", page: changed, options }).map((line) =>
    line.replace("packages/policy-reader/README.md: ", ""),
  );

describe("readmeProblems", () => {
  it("finds nothing on a good page", () => {
    expect(problems(page)).toEqual([]);
  });

  it("finds a block that does not parse, for every kind of block", () => {
    expect(problems(page.replace('{ "type": "stdio"', '{ "type": stdio'))[0]).toMatch(
      /^the block for VS Code: Unexpected/,
    );
    expect(problems(page.replace('command = "npx"', "command = npx"))[0]).toMatch(/^the block for Codex: Invalid TOML/);
    expect(problems(page.replace("claude mcp add policy_reader --", "claude mcp add --"))).toEqual([
      "the block for Claude Code: it is not `claude mcp add NAME -- COMMAND`",
    ]);
  });

  it("finds another package, another name, and a flag that is not there", () => {
    expect(problems(page.replace("-- npx -y @sallyport/policy-reader", "-- npx -y @sallyport/loop --dry"))).toEqual([
      "the block for Claude Code: it starts `npx -y @sallyport/loop`, not `npx -y @sallyport/policy-reader`",
      "the block for Claude Code: there is no `--dry`",
    ]);
    expect(problems(page.replace("[mcp_servers.policy_reader]", "[mcp_servers.reader]"))).toEqual([
      "the block for Codex: it is called `reader`, not `policy_reader`",
    ]);
  });

  it("finds what is missing: a client, a section, an option, the first sentence", () => {
    expect(problems(page.replaceAll("Cursor", "Cursive"))).toEqual(["has no block for Cursor"]);
    expect(problems(page.replace("## Compose", "## Composing"))).toEqual(["has no section `## Compose`"]);
    expect(problems(page.replaceAll("SALLYPORT_STORE", "STORE"))).toEqual(["does not say what `SALLYPORT_STORE` is"]);
    expect(problems(page.replace("\n\nAn MCP server", "\n\n## An MCP server"))).toEqual([]);
    expect(problems("")).toContain("has no first sentence under its name");
  });
});
