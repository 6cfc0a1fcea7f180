import { expect, it } from "vitest";
import { CONFORMANCE, CONFORMANCE_SERVER, GATEWAY } from "../harness/bins.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { doorOf, token } from "./doors.ts";
import { runForeign } from "./foreign-client.ts";
import { openTokenProxy } from "./token-proxy.ts";

it("H07 the official suite passes through the gateway", async () => {
  await using bed = createTestBed();
  await bed.setMode("open");
  await using proxy = await openTokenProxy();
  const fixture = { command: process.execPath, args: [CONFORMANCE_SERVER], sallyport: { names: "as_is" } };
  const config = bed.write("servers.json", JSON.stringify({ mcpServers: { fixture } }));
  const gateway = bed.launch(
    {},
    {
      command: [GATEWAY, "serve", "--config", config, "--http", "0", "--host-name", proxy.host],
    },
  );
  proxy.leadTo(await doorOf(gateway), await token(bed, "agent"));
  const suite = await runForeign(CONFORMANCE, ["server", "--url", `http://${proxy.host}/mcp`], { HOME: bed.folder });
  const scenarios = suite.stdout.split("\n").filter((line) => /: \d+ passed, \d+ failed/.test(line));
  expect(scenarios.filter((line) => !/^(?:✓ [\w-]+|Total): [1-9]\d* passed, 0 failed$/.test(line))).toEqual([]);
  expect([scenarios.length > 30, suite.code]).toEqual([true, 0]);
}, 300_000);
