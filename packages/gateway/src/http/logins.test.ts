import { describe, expect, it } from "vitest";
import { loginLink } from "./login-link.ts";
import type { HttpDoor } from "./open-http-door.ts";
import { proofOf } from "./session-proof.ts";
import { DoorBed } from "./testing/door-bed.ts";
import { postInitialize, send, statusOf } from "./testing/raw-mcp.ts";

const HOUR_MS = 60 * 60 * 1_000;

async function codeFor(bed: DoorBed, door: HttpDoor): Promise<string> {
  const link = await loginLink(door, bed.credentials.humans, "user:ann");
  return new URL(link).hash.slice("#code=".length);
}

const hostOf = ({ page }: HttpDoor): string => new URL(page).host;

/** From the page's own address unless another is given. */
function logIn(door: HttpDoor, code: string, headers: Record<string, string> = {}): Promise<Response> {
  const host = headers.host ?? hostOf(door);
  return send(new URL("/login", door.url), {
    method: "POST",
    body: JSON.stringify({ code }),
    headers: { "content-type": "application/json", host, origin: `http://${host}`, ...headers },
  });
}

/** The headers with which a page that logged in asks. */
async function loggedIn(bed: DoorBed, door: HttpDoor) {
  const response = await logIn(door, await codeFor(bed, door));
  // What the page reads; the test compares it.
  const answer = (await response.json()) as { user: string; secret: string; door: string };
  const setCookie = String(response.headers.get("set-cookie"));
  const cookie = setCookie.slice(0, setCookie.indexOf(";"));
  const host = hostOf(door);
  const proof = proofOf(answer.secret, answer.door, host);
  return { ...answer, setCookie, headers: { host, cookie, "sallyport-proof": proof } };
}

describe("a login", () => {
  it("takes a code for a cookie that no script reads and no other site sends", async () => {
    await using bed = new DoorBed();
    const door = await bed.open();
    const { user, setCookie, headers } = await loggedIn(bed, door);
    expect(user).toBe("user:ann");
    expect(setCookie).toMatch(/^sallyport_[0-9a-f]{12}=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(await statusOf(postInitialize(door.url, headers))).toBe(200);
  });

  it("needs both halves: the cookie is sent to every port of this host, and the other half never", async () => {
    await using bed = new DoorBed();
    const door = await bed.open();
    const { headers } = await loggedIn(bed, door);
    const other = await loggedIn(bed, door);
    const { host, cookie, "sallyport-proof": proof } = headers;
    expect(await statusOf(postInitialize(door.url, { host, cookie }))).toBe(401);
    expect(await statusOf(postInitialize(door.url, { host, "sallyport-proof": proof }))).toBe(401);
    expect(await statusOf(postInitialize(door.url, { ...other.headers, cookie }))).toBe(401);
    expect(await statusOf(postInitialize(door.url, { ...headers, cookie: `${cookie}; ${cookie}` }))).toBe(401);
  });

  it("shows a proof that is good until its door ends, and at its address: whoever has the port next can use it nowhere", async () => {
    await using bed = new DoorBed();
    const door = await bed.open();
    const { headers, secret } = await loggedIn(bed, door);
    await door.close();
    const next = await bed.open({ port: door.port });
    const refused = await postInitialize(next.url, headers);
    expect([refused.status, refused.headers.get("sallyport-door")]).toEqual([401, next.instance]);
    const shown = (host: string) => ({ ...headers, "sallyport-proof": proofOf(secret, next.instance, host) });
    // The page that held the secret goes on, at the address where it is.
    expect(await statusOf(postInitialize(next.url, shown(headers.host)))).toBe(200);
    // What a page at another address was made to say for this door.
    expect(await statusOf(postInitialize(next.url, shown(hostOf(next))))).toBe(401);
    expect(await statusOf(postInitialize(next.url, shown(headers.host.replace(/\d+$/, "1"))))).toBe(401);
  });

  it("takes a code once, within a minute, at the door it is for, from the page itself", async () => {
    await using bed = new DoorBed();
    const door = await bed.open();
    const other = await bed.open();
    const code = await codeFor(bed, door);
    expect(await statusOf(logIn(other, code))).toBe(401);
    expect(await statusOf(logIn(door, code, { "content-type": "text/plain" }))).toBe(403);
    expect(await statusOf(logIn(door, code))).toBe(200);
    expect(await statusOf(logIn(door, code))).toBe(401);
    for (const name of ["localhost", "127.0.0.1", "sallyport-000000000000.localhost"])
      expect(await statusOf(logIn(door, await codeFor(bed, door), { host: `${name}:${door.port}` }))).toBe(401);
    const late = await codeFor(bed, door);
    bed.time += 61_000;
    expect(await statusOf(logIn(door, late))).toBe(401);
    expect(await statusOf(logIn(door, "x".repeat(10_000)))).toBe(400);
  });

  it("is made at another name where the link is for it and the door is called so", async () => {
    await using bed = new DoorBed();
    const door = await bed.open({ hostNames: ["gate.example"] });
    const codeAt = (page: string) => codeFor(bed, { ...door, page });
    const at = (host: string) => ({ host, origin: `https://${host}` });
    expect(await statusOf(logIn(door, await codeAt("https://gate.example"), at("gate.example")))).toBe(200);
    expect(await statusOf(logIn(door, await codeAt("https://gate.example"), at(hostOf(door))))).toBe(401);
    expect(await statusOf(logIn(door, await codeAt("https://else.example"), at("else.example")))).toBe(403);
  });

  it("is over in every tab after a logout", async () => {
    await using bed = new DoorBed();
    const door = await bed.open();
    const { headers } = await loggedIn(bed, door);
    const session = await postInitialize(door.url, headers);
    await session.body?.cancel();
    const { host } = headers;
    const out = (given: Record<string, string>) =>
      statusOf(send(new URL("/logout", door.url), { method: "POST", headers: given }));
    expect(await out({ host, cookie: headers.cookie })).toBe(401);
    expect(await out(headers)).toBe(204);
    await bed.fronts[0]?.closed;
    expect(await statusOf(postInitialize(door.url, headers))).toBe(401);
  });

  it("is renewed while it is used, and ends after a week all the same", async () => {
    await using bed = new DoorBed();
    const door = await bed.open();
    const { headers } = await loggedIn(bed, door);
    expect((await postInitialize(door.url, headers)).headers.get("set-cookie")).toBeNull();
    for (let hours = 0; hours < 6 * 24; hours += 8) {
      bed.time += 8 * HOUR_MS;
      const renewed = (await postInitialize(door.url, headers)).headers.get("set-cookie");
      headers.cookie = String(renewed).slice(0, String(renewed).indexOf(";"));
    }
    bed.time += 11 * HOUR_MS;
    expect(await statusOf(postInitialize(door.url, headers))).toBe(200);
    bed.time += 20 * HOUR_MS;
    expect(await statusOf(postInitialize(door.url, headers))).toBe(401);
  });
});
