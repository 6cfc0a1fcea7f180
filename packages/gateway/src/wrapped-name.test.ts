import { describe, expect, it } from "vitest";
import { wrappedName } from "./wrapped-name.ts";

describe("wrappedName", () => {
  it.each([
    ["/usr/local/bin/github-mcp-server stdio", "github-mcp-server"],
    ["npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /home/me", "server-filesystem"],
    ["/opt/node/bin/npx server-git", "server-git"],
    ["npx --package=@scope/tools@1 tools-mcp", "tools"],
    ["npx -y -p some-tools tools-mcp", "some-tools"],
    ["uvx mcp-server-git==1.2 --repository .", "mcp-server-git"],
    ["uvx --from mcp-server-time[all] run", "mcp-server-time"],
    ["npx -y", "npx"],
    ["C:/tools/server.exe", "server"],
  ])("calls `%s` %s", (line, name) => {
    const [command = "", ...args] = line.split(" ");
    expect(wrappedName(command, args)).toBe(name);
  });
});
