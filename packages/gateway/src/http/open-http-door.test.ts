import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectChild } from "@sallyport/mcp";
import { describe, expect, it } from "vitest";
import { DoorBed } from "./testing/door-bed.ts";
import { postInitialize, send, statusOf } from "./testing/raw-mcp.ts";

const CLIENT = { info: { name: "test", version: "1" }, capabilities: {} };

async function whoIs(url: string, token: string): Promise<unknown> {
  const client = await connectChild({ type: "http", url, headers: { authorization: `Bearer ${token}` } }, CLIENT);
  const { structuredContent } = await client.request("tools/call", { name: "whoami" });
  await client.close();
  return { server: client.initialize.serverInfo, ...(structuredContent as object) };
}

describe("openHttpDoor", () => {
  it("gives each credential the view of whose it is", async () => {
    await using bed = new DoorBed();
    const { url } = await bed.open();
    expect(await whoIs(url, bed.agentToken())).toEqual({ server: { name: "agent", version: "1" }, who: "default" });
    const human = await bed.credentials.humans.issue("bearer", { sub: "user:ann" }, 60);
    expect(await whoIs(url, human)).toEqual({ server: { name: "human", version: "1" }, who: "user:ann" });
  });

  it("N18: keeps what one principal is shown from every cache", async () => {
    await using bed = new DoorBed();
    const { url } = await bed.open();
    const answer = await postInitialize(url, { authorization: `Bearer ${bed.agentToken()}` });
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
    expect((await postInitialize(url)).headers.get("cache-control")).toBe("no-store");
  });

  it("is for one agent: the token of another one does not open it", async () => {
    await using bed = new DoorBed();
    const { url } = await bed.open();
    const authorization = `Bearer ${bed.agentToken("other")}`;
    expect(await statusOf(postInitialize(url, { authorization }))).toBe(401);
  });

  it("ends the session of a token that is taken back", async () => {
    await using bed = new DoorBed();
    const { url } = await bed.open({ limits: { beatMs: 20 } });
    const { token, record } = bed.credentials.agents.create("default", null);
    const headers = { authorization: `Bearer ${token}` };
    await connectChild({ type: "http", url, headers }, CLIENT);
    expect(bed.credentials.agents.revoke(record.id)).toBe(true);
    expect(await statusOf(postInitialize(url, headers))).toBe(401);
    await bed.fronts[0]?.closed;
  });

  it("N14: says what is missing, and where to learn more", async () => {
    await using bed = new DoorBed();
    const { url, port } = await bed.open();
    const metadata = `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`;
    const missing = await postInitialize(url);
    expect([missing.status, missing.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="sallyport", resource_metadata="${metadata}"`,
    ]);
    const wrong = await postInitialize(url, { authorization: "Bearer spa_wrong" });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="sallyport", resource_metadata="${metadata}", error="invalid_token", error_description="the token is not valid here"`,
    ]);
    expect(await (await fetch(metadata)).json()).toEqual({
      resource: url,
      resource_name: "Sallyport",
      bearer_methods_supported: ["header"],
    });
  });

  it("N14: takes no token from a URL, even beside a good one", async () => {
    await using bed = new DoorBed();
    const { url } = await bed.open();
    const token = bed.agentToken();
    const authorization = `Bearer ${token}`;
    expect(await statusOf(postInitialize(`${url}?access_token=${token}`))).toBe(401);
    expect(await statusOf(postInitialize(`${url}?x=${token}`, { authorization }))).toBe(401);
    expect(await statusOf(postInitialize(`${url}?x=1`, { authorization }))).toBe(200);
    expect(await statusOf(postInitialize(url, { authorization: `Basic ${token}` }))).toBe(401);
  });

  it("N50: is reached under its own names only, and from its own pages only", async () => {
    await using bed = new DoorBed();
    const { port, page } = await bed.open({ hostNames: ["sallyport.internal"] });
    const health = `http://127.0.0.1:${port}/healthz`;
    const host = `127.0.0.1:${port}`;
    const at = (name: string, more = {}) => statusOf(send(health, { headers: { host: name, ...more } }));
    expect(await at(host)).toBe(200);
    expect(await at(`LOCALHOST:${port}`)).toBe(200);
    expect(await at(new URL(page).host)).toBe(200);
    expect(await at(`sallyport-0123456789ab.localhost:${port}`)).toBe(200);
    expect(await at(`evil.localhost:${port}`)).toBe(403);
    expect(await at(`sallyport-0123456789ab.localhost.evil.test:${port}`)).toBe(403);
    expect(await at(`sallyport.internal:${port}`)).toBe(200);
    expect(await at(host, { origin: `http://${host}` })).toBe(200);
    expect(await at("evil.test")).toBe(403);
    expect(await at(`127.0.0.1.nip.io:${port}`)).toBe(403);
    expect(await at(`127.0.0.1:${port + 1}`)).toBe(403);
    expect(await at(`localhost.:${port}`)).toBe(403);
    expect(await at(host, { origin: "http://evil.test" })).toBe(403);
    expect(await at(host, { origin: "null" })).toBe(403);
    expect(await at(host, { origin: `http://127.0.0.1:${port + 1}` })).toBe(403);
    expect(await at(host, { origin: `http://localhost:${port}` })).toBe(403);
  });

  it("N50: listens beyond loopback only when that is said", async () => {
    await using bed = new DoorBed();
    await expect(bed.open({ host: "0.0.0.0" })).rejects.toMatchObject({ exitCode: 78 });
    await expect(bed.open({ host: "example.test" })).rejects.toMatchObject({ exitCode: 78 });
    const { url, port } = await bed.open({ host: "0.0.0.0", allowRemote: true });
    expect(url).toBe(`http://127.0.0.1:${port}/mcp`);
    expect(await statusOf(postInitialize(url))).toBe(401);
  });

  it("N50: is not reached under the names of another address of this machine", async () => {
    await using bed = new DoorBed();
    const { port, page } = await bed.open({ host: "127.0.0.2" });
    const at = (name: string) =>
      statusOf(send(`http://127.0.0.2:${port}/healthz`, { headers: { host: `${name}:${port}` } }));
    expect(page).toBe(`http://127.0.0.2:${port}/`);
    expect(await at("127.0.0.2")).toBe(200);
    for (const name of ["127.0.0.1", "localhost", "sallyport-0123456789ab.localhost"]) expect(await at(name)).toBe(403);
  });

  it("I08: takes no name of a page where somebody else may have one address of loopback", async () => {
    await using bed = new DoorBed();
    const { port } = await bed.open({ host: "0.0.0.0", allowRemote: true });
    const at = (name: string) =>
      statusOf(send(`http://127.0.0.1:${port}/healthz`, { headers: { host: `${name}:${port}` } }));
    expect(await at("127.0.0.1")).toBe(200);
    expect(await at("localhost")).toBe(200);
    for (const name of ["sallyport-0123456789ab.localhost", "[::1]"]) expect(await at(name)).toBe(403);
  });

  it("has both addresses of loopback at one port, and a page at a name that no browser has met", async () => {
    await using bed = new DoorBed();
    const { port, page } = await bed.open();
    const other = statusOf(fetch(`http://[::1]:${port}/healthz`)).catch(({ cause }) => cause.code);
    expect(await other).toBeOneOf([200, "EADDRNOTAVAIL", "EAFNOSUPPORT"]);
    expect(page).toMatch(new RegExp(`^http://sallyport-[0-9a-f]{12}\\.localhost:${port}/$`));
    expect((await bed.open()).page).not.toBe(page);
  });

  it("takes no port that somebody else has at the other address of loopback", async ({ skip }) => {
    await using bed = new DoorBed();
    const other = createServer().listen(0, "::1");
    const hasIpv6 = await Promise.race([
      once(other, "listening").then(() => true),
      once(other, "error").then(() => false),
    ]);
    skip(!hasIpv6, "there is no IPv6 here");
    // A server listening on TCP has an address of this kind.
    const { port } = other.address() as AddressInfo;
    await expect(bed.open({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect((await bed.open({ port, orAnyFreePort: true })).port).not.toBe(port);
    other.close();
  });

  it("takes any free port where the wanted one is taken and that will do", async () => {
    await using bed = new DoorBed();
    const { port } = await bed.open();
    await expect(bed.open({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect((await bed.open({ port, orAnyFreePort: true })).port).not.toBe(port);
  });

  it("says whether it is alive, and whether calls can be decided and recorded", async () => {
    await using bed = new DoorBed();
    const { port } = await bed.open();
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.json()];
    };
    expect(await ask("/healthz")).toEqual([200, { ok: true }]);
    expect(await ask("/readyz")).toEqual([200, { ready: true }]);
    bed.notReady = "policy";
    bed.time += 2_000;
    expect(await ask("/readyz")).toEqual([503, { ready: false, why: "policy" }]);
    bed.notReady = null;
    bed.time -= 3_600_000;
    expect(await ask("/readyz")).toEqual([200, { ready: true }]);
    expect(await ask("/nothing")).toEqual([404, { error: "not found" }]);
  });

  it("answers no question about other sites' rights", async () => {
    await using bed = new DoorBed();
    const { url, port } = await bed.open();
    const preflight = await fetch(url, { method: "OPTIONS", headers: { origin: `http://127.0.0.1:${port}` } });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([401, null]);
    expect(preflight.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
