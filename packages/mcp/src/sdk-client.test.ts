import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";

const SERVER = fileURLToPath(new URL("./fixtures/command-server.ts", import.meta.url));

describe("a served command before the SDK's own client", () => {
  it("lists its tools, and a fault passes the client's check of the output schema", async () => {
    const client = new Client({ name: "host", version: "1" });
    const args = ["--conditions=@sallyport/source", SERVER];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["refuse"]);
    expect(await client.callTool({ name: "refuse", arguments: {} })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "wrong_state", message: "already done; look again" } },
    });
    await client.close();
  });
});
