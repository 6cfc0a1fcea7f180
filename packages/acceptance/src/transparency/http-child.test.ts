import { describe, expect, it } from "vitest";
import { EVERYTHING } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { freePort, startHttpServer } from "../harness/http-server.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { childAlone } from "./child-alone.ts";

describe("a server over HTTP", () => {
  it("T25 the everything server over HTTP answers as it does over stdio, progress and errors included", async () => {
    await using server = await startHttpServer(EVERYTHING, ["streamableHttp"]);
    await using bed = createTestBed();
    await bed.setMode("open");
    const alone = await childAlone({ command: process.execPath, args: [EVERYTHING, "stdio"] });
    const client = await bed.serve({ web: { type: "http", url: server.url } });
    await eventually("it is listed", async () => (await client.toolNames()).includes("web_echo"));
    const calls: [string, object][] = [
      ["echo", { message: "hi" }],
      ["get-sum", { a: 1, b: "not a number" }],
      ["get-structured-content", { location: "New York" }],
    ];
    const direct = await Promise.all(calls.map(async ([name, args]) => (await alone.call(name, { ...args })).result));
    const gated = await Promise.all(
      calls.map(async ([name, args]) => (await client.call(`web_${name}`, { ...args })).result),
    );
    await alone.close();
    expect(gated).toEqual(direct);

    const steps = { duration: 0.2, steps: 2 };
    await client.call("web_trigger-long-running-operation", steps, { _meta: { progressToken: "mine" } });
    const heard = client.notifications.filter(({ method }) => method === "notifications/progress");
    expect(heard.map(({ params }) => params)).toEqual(
      [1, 2].map((progress) => ({ progress, total: 2, progressToken: "mine" })),
    );
  });

  it("T25 a server over HTTP that is not there fails its calls, and the others are served", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const web = { type: "http", url: `http://127.0.0.1:${await freePort()}/mcp` };
    const client = await bed.serve({ web, evil: bed.evil() });
    await eventually("it is listed", async () => (await client.toolNames()).includes("evil_act"));
    expect((await client.call("evil_act", {})).result.content[0].text).toBe("act ran (1)");
    expect((await client.call("web_echo", {})).error?.code).toBe(-32602);
    const { result } = await client.request("tools/list");
    expect(result._meta?.["sallyport/unavailable"]).toEqual([
      { server: "web", reason: expect.stringContaining("ECONNREFUSED") },
    ]);
  });
});
