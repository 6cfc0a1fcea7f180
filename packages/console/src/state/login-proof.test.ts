import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { LoginProof } from "./login-proof.ts";

const HOST = "127.0.0.1:7410";
const ANN = { login: "login-1", secret: "secret-1" };

let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
};
const tab = () => new LoginProof(storage, HOST);
const proof = ({ secret }: { secret: string }, door: string) =>
  createHmac("sha256", secret).update(`${door}\n${HOST}`).digest("hex");

beforeEach(() => {
  kept = new Map();
});

describe("the proof of a login", () => {
  it("is kept for reloads and other tabs, its secret is not", () => {
    const first = tab();
    first.hold(ANN, "door-1");
    expect(tab().current()).toBe(proof(ANN, "door-1"));
    expect([...kept.values()].join()).not.toContain(ANN.secret);
  });

  it("is made anew for the next door by the tab that logged in, and by no other", () => {
    const first = tab();
    first.hold(ANN, "door-1");
    const second = tab();
    const refused = String(first.current());
    expect(second.renew(refused, "door-2")).toBe(false);
    expect(first.renew(refused, "door-2")).toBe(true);
    expect(first.current()).toBe(proof(ANN, "door-2"));
    // The other tab was refused with what it showed, and finds a better one.
    expect(second.renew(refused, "door-2")).toBe(true);
    expect(second.current()).toBe(first.current());
  });

  it("is not made again for a door that refused it", () => {
    const first = tab();
    first.hold(ANN, "door-1");
    expect(first.renew(String(first.current()), "door-1")).toBe(false);
    expect(first.renew(String(first.current()), null)).toBe(false);
  });

  it("is left alone by a tab whose login another one took over", () => {
    const first = tab();
    first.hold(ANN, "door-1");
    const ben = { login: "login-2", secret: "secret-2" };
    const second = tab();
    second.hold(ben, "door-1");
    expect(first.renew(String(second.current()), "door-2")).toBe(false);
    expect(second.renew(String(second.current()), "door-2")).toBe(true);
    expect(first.current()).toBe(proof(ben, "door-2"));
  });

  it.each(["", "{", "[]", '{"login":"a","door":"b","proof":"\\u0000"}'])("is none where %j is kept", (text) => {
    kept.set("sallyport-proof", text);
    expect(tab().current()).toBeNull();
  });

  it("is gone after signing out, and what there is to show is nothing", () => {
    const first = tab();
    first.hold(ANN, "door-1");
    first.forget();
    expect(first.current()).toBeNull();
    expect(first.renew("", "door-2")).toBe(false);
  });
});
