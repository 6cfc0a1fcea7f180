import { chmodSync, mkdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { doorOf, enter, token, toolNames, WITH_DOOR } from "./doors.ts";

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A GET with the headers of its sender's choice, `Host` and `Origin` too, which `fetch` would not send. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

describe.concurrent("the HTTP door", () => {
  it("N14 opens for nothing but a good token in its header", async () => {
    await using bed = createTestBed();
    const url = await doorOf(await bed.serve({}, WITH_DOOR));
    const [agents, humans] = [await token(bed, "agent"), await token(bed, "human")];
    const [header = "", claims = ""] = humans.split(".").map((part) => Buffer.from(part, "base64url").toString());
    const { kid, typ } = JSON.parse(header);
    const forged = (more: object) =>
      `${encoded({ alg: "none", typ, kid })}.${encoded({ ...JSON.parse(claims), ...more })}.`;
    const [signedHeader, , signature] = humans.split(".");
    const bearers = [
      "spa_wrong",
      `${agents}x`,
      forged({}),
      `${signedHeader}.${encoded({ ...JSON.parse(claims), sub: "user:eve" })}.${signature}`,
      `${signedHeader}.${encoded({ ...JSON.parse(claims), aud: "another" })}.${signature}`,
      await token(bed, "agent", "--agent", "another"),
    ];
    const answers = await Promise.all([
      fetch(url),
      ...bearers.map((bearer) => fetch(url, { headers: { authorization: `Bearer ${bearer}` } })),
      fetch(`${url}?access_token=${agents}`),
      fetch(`${url}?x=${agents}`, { headers: { authorization: `Bearer ${agents}` } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(answers.filter(({ headers }) => !headers.get("www-authenticate")?.startsWith("Bearer "))).toEqual([]);
    // A good one gets as far as being asked for its session.
    const good = { authorization: `Bearer ${agents}`, accept: "text/event-stream" };
    expect((await fetch(url, { headers: good })).status).toBe(400);
  });

  it("N15 a caller's token reaches no child", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const url = await doorOf(await bed.serve({ evil: bed.evil() }, WITH_DOOR));
    const agents = await token(bed, "agent");
    await using agent = await enter(url, agents);
    await eventually("its child is there", async () => (await toolNames(agent)).includes("evil_env"));
    const { structuredContent } = await agent.callTool({ name: "evil_env", arguments: {} });
    expect(JSON.stringify(structuredContent)).toContain("PATH");
    await agent.callTool({ name: "evil_act", arguments: {} });
    const seen = JSON.stringify([structuredContent, bed.effects(), await bed.json(["timeline"])]);
    expect(seen).not.toContain(agents);
    expect(seen).not.toContain("authorization");
  });

  it("N50 is reached under its own names only, and from its own page only", async () => {
    await using bed = createTestBed();
    const { port, host, origin } = new URL(await doorOf(await bed.serve({}, WITH_DOOR)));
    const health = `${origin}/healthz`;
    expect(await statusOf(health, { host })).toBe(200);
    expect(await statusOf(health, { host, origin })).toBe(200);
    const strange = [{ host: "evil.test" }, { host: `127.0.0.1.nip.io:${port}` }, { host, origin: "http://evil.test" }];
    const statuses = await Promise.all(
      [...strange, { host, origin: "null" }].map((headers) => statusOf(health, headers)),
    );
    expect(statuses).toEqual([403, 403, 403, 403]);
  });

  it("N50 listens beyond this machine only where that is said", async () => {
    await using bed = createTestBed();
    const config = bed.write("servers.json", `{"mcpServers": {}}`);
    const run = await bed.sallyport(["serve", "--config", config, "--http", "0", "--host", "0.0.0.0"]);
    expect([run.code, run.stdout]).toEqual([78, ""]);
    expect(run.stderr).toContain("--allow-remote");
  });

  it("H04 is shut again where it cannot be announced, and the gateway ends", async () => {
    await using bed = createTestBed();
    const config = bed.write("servers.json", `{"mcpServers": {}}`);
    const doors = join(bed.folder, "store.db.door", "doors", "default");
    mkdirSync(doors, { recursive: true, mode: 0o700 });
    chmodSync(doors, 0o755);
    const run = await bed.sallyport(["serve", "--config", config, "--no-stdio", "--http", "0"]);
    expect(run.code).toBe(78);
    expect(run.stderr).toContain("`chmod 700` it");
  });

  it("H03 says that it is not ready while no call could be decided, and is ready again after", async () => {
    await using bed = createTestBed();
    const ready = new URL("/readyz", await doorOf(await bed.serve({}, WITH_DOOR)));
    expect([(await fetch(ready)).status, (await fetch(new URL("/healthz", ready))).status]).toEqual([200, 200]);
    await bed.setPolicy("export default function (");
    await eventually("it is not ready", async () => (await fetch(ready)).status === 503);
    expect(await (await fetch(ready)).json()).toEqual({ ready: false, why: "policy" });
    await bed.setMode("open");
    await eventually("it is ready", async () => (await fetch(ready)).status === 200);
  });

  it("H04 several gateways of one machine and agent stand side by side", async () => {
    await using bed = createTestBed();
    const serve = () => bed.serve({}, { env: { SALLYPORT_HTTP: "" } });
    const first = await serve();
    const others = await Promise.all([serve(), serve()]);
    const urls = await Promise.all([first, ...others].map(doorOf));
    expect(new Set(urls).size).toBe(3);
    const agents = await token(bed, "agent");
    for (const url of urls) {
      await using agent = await enter(url, agents);
      expect(await toolNames(agent)).toContain("loop_yield_turn");
    }
    expect(await bed.must(["open", "--print"])).toMatch(
      /^http:\/\/sallyport-[0-9a-f]{12}\.localhost:\d+\/#code=\S+\n$/,
    );
  });
});
