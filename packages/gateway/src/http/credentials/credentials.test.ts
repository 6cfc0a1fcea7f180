import { createHmac, generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Credentials, openCredentials } from "./credentials.ts";
import { SigningKeys } from "./signing-keys.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

let folder: string;
let time: number;
let credentials: Credentials;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "sallyport-credentials-")), "state.door");
  time = Date.parse("2026-11-20T12:00:00Z");
  credentials = openCredentials(folder, () => time);
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

describe("a person's tokens", () => {
  const ann = { sub: "user:ann" };

  it("say who it is until they are over, to every process on the store", async () => {
    const token = await credentials.humans.issue("bearer", ann, 60);
    const elsewhere = openCredentials(folder, () => time);
    expect(await elsewhere.humans.read("bearer", token)).toMatchObject({ sub: "user:ann", principal: "human" });
    time += 61_000;
    await expect(elsewhere.humans.read("bearer", token)).rejects.toThrow("the token is over");
  });

  it("N14: are taken from nobody else: no algorithm, another one, another key, audience, issuer or kind", async () => {
    const { humans, audience } = credentials;
    const good = await humans.issue("bearer", ann, 60);
    const [header = "", payload = ""] = good.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    const key = new SigningKeys(join(folder, "keys"), () => time).find(kid);
    const typ = "sallyport-bearer+jwt";
    const signed = (claims: { iss?: string; aud?: string; principal?: string }, by = key?.privateKey) =>
      new SignJWT({ principal: "human", jti: "1", sub: "user:eve", iss: "sallyport", aud: audience, ...claims })
        .setProtectedHeader({ alg: "ES256", typ, kid })
        .setIssuedAt(time / 1_000)
        .setExpirationTime(time / 1_000 + 60)
        .sign(by ?? new Uint8Array());
    const refused = (token: string) => expect(humans.read("bearer", token)).rejects.toThrow(/^the token is not/);
    expect(await humans.read("bearer", await signed({}))).toMatchObject({ sub: "user:eve" });
    await refused(`${encoded({ alg: "none", typ, kid })}.${payload}.`);
    const hashed = `${encoded({ alg: "HS256", typ, kid })}.${payload}`;
    const publicKey = key?.publicKey.export({ type: "spki", format: "pem" }) ?? "";
    await refused(`${hashed}.${createHmac("sha256", publicKey).update(hashed).digest("base64url")}`);
    await refused(await signed({}, generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey));
    await refused(await signed({ aud: "sallyport:door:another" }));
    await refused(await signed({ iss: "https://issuer.test" }));
    await refused(await signed({ principal: "agent" }));
    await refused(await humans.issue("login", ann, 60));
    await refused(`${good.slice(0, -2)}AA`);
    await refused("");
  });

  it("live no longer than the key that signed them can be checked with", async () => {
    const token = await credentials.humans.issue("bearer", ann, 10 * 365 * 24 * 60 * 60);
    time += 29 * DAY_MS;
    expect(await credentials.humans.read("bearer", token)).toMatchObject(ann);
    time += 2 * DAY_MS;
    await expect(credentials.humans.read("bearer", token)).rejects.toThrow("the token is over");
  });
});

describe("SigningKeys", () => {
  it("change after 30 days; the last one verifies for 30 more, then it is gone", () => {
    const keys = new SigningKeys(join(folder, "keys"), () => time);
    const first = keys.current();
    time += 29 * DAY_MS;
    expect(keys.current().id).toBe(first.id);
    time += 2 * DAY_MS;
    const second = keys.current();
    expect(second.id).not.toBe(first.id);
    expect(keys.find(first.id)?.id).toBe(first.id);
    time += 30 * DAY_MS;
    expect(keys.find(first.id)).toBeUndefined();
    keys.current();
    expect(readdirSync(join(folder, "keys"))).not.toContain(`${first.id}.json`);
  });

  it("are their owner's alone; a store whose keys others can read opens no door", async () => {
    await credentials.humans.issue("bearer", { sub: "user:ann" }, 60);
    credentials.agents.create("default", null);
    const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      return `${entry.isDirectory() ? "folder" : "file"} ${mode.toString(8)}`;
    });
    expect(new Set(modes)).toEqual(new Set(["folder 700", "file 600"]));
    const [key = ""] = readdirSync(join(folder, "keys"));
    chmodSync(join(folder, "keys", key), 0o644);
    expect(() => openCredentials(folder, () => time)).toThrow(/can be opened by others: `chmod 600` it$/);
  });
});

it("a file that was cut short opens nothing, and stands in the way of no other", async () => {
  const { token, record } = credentials.agents.create("builder", null);
  for (const part of ["keys", "tokens"]) writeFileSync(join(folder, part, "short.json"), "", { mode: 0o600 });
  const elsewhere = openCredentials(folder, () => time);
  expect(elsewhere.agents.read(token)).toEqual(record);
  expect(elsewhere.agents.list()).toEqual([record]);
  expect(() => elsewhere.agents.read("spa_wrong")).toThrow("the token is not valid here");
  const human = await elsewhere.humans.issue("bearer", { sub: "user:ann" }, 60);
  expect(await elsewhere.humans.read("bearer", human)).toMatchObject({ sub: "user:ann" });
});

it.each(["audience", "session-key"])("no door is opened with a %s that was cut short", (name) => {
  writeFileSync(join(folder, name), "");
  expect(() => openCredentials(folder, () => time)).toThrow(/was cut short: remove it/);
});

describe("an agent's tokens", () => {
  it("are 32 random bytes, kept as a digest, listed and taken back", () => {
    const { agents } = credentials;
    const { token, record } = agents.create("builder", null);
    expect(token).toMatch(/^spa_[\w-]{43}$/);
    expect(agents.read(token)).toEqual(record);
    const kept = readFileSync(join(folder, "tokens", `${record.id}.json`), "utf8");
    expect(kept).not.toContain(token.slice(4));
    expect(agents.list()).toEqual([record]);
    const elsewhere = openCredentials(folder, () => time).agents;
    expect(elsewhere.revoke(record.id)).toBe(true);
    expect([agents.isLive(record), agents.list()]).toEqual([false, []]);
    expect(() => agents.read(token)).toThrow("the token is not valid here");
    expect(agents.revoke("../keys/x")).toBe(false);
  });

  it("are over when they were said to be", () => {
    const { token } = credentials.agents.create("builder", 60);
    time += 61_000;
    expect(() => credentials.agents.read(token)).toThrow("the token is not valid here");
    expect(credentials.agents.list()).toEqual([]);
  });
});
