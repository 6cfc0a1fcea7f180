import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { openHttpFixture } from "../fixtures/http-door.ts";

describe("createHttpFronts before the SDK's own client", () => {
  it("shakes hands, lists, calls, asks back, and ends the session", async () => {
    await using door = await openHttpFixture();
    const client = new Client({ name: "host", version: "1" }, { capabilities: { roots: {} } });
    const transport = new StreamableHTTPClientTransport(new URL(door.url));
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo"]);
    expect(await client.callTool({ name: "echo", arguments: { a: 1 } })).toEqual({
      content: [{ type: "text", text: '{"a":1}' }],
    });
    await transport.terminateSession();
    await client.close();
    await door.opened[0]?.closed;
  });
});
