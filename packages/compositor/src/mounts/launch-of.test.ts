import type { ServedTable } from "@sallyport/mcp";
import { describe, expect, it } from "vitest";
import { MOUNT_DEFAULTS, type MountSpec } from "../mount-spec.ts";
import { launchOf } from "./launch-of.ts";
import { createSecretMask, NO_SECRETS } from "./secret-mask.ts";

const shown = (spec: MountSpec["spec"], filledIn: MountSpec["filledIn"] = []) => {
  const server: MountSpec = { ...MOUNT_DEFAULTS, name: "files", spec, filledIn };
  return launchOf({ source: { kind: "server", spec: server }, mask: createSecretMask(server) });
};

describe("launchOf", () => {
  it("shows a command with its arguments, and of variables the names alone", () => {
    const env = { PATH: "/bin", TOKEN: "s3cr3t-value" };
    const args = ["-y", "server", "--header", "Bearer s3cr3t-value", "/home/me/f1ll3d"];
    const spec = { type: "stdio", command: "npx", args, env, cwd: "/srv" } as const;
    expect(shown(spec, [{ name: "PASSWORD", value: "f1ll3d" }])).toEqual({
      type: "stdio",
      command: "npx",
      args: ["-y", "server", "--header", "Bearer [masked]", "/home/me/[masked]"],
      env: ["PATH", "TOKEN"],
    });
  });

  it("shows a URL without what is secret in it, and of headers the names alone", () => {
    const headers = { Authorization: "Bearer s3cr3t-value" };
    expect(shown({ type: "http", url: "https://example.com/mcp?api_key=abcd1234&team=a", headers })).toEqual({
      type: "http",
      url: "https://example.com/mcp?api_key=[masked]&team=a",
      headers: ["Authorization"],
    });
  });

  it("has nothing to show of the product's own, and of what cannot be started", () => {
    const table: ServedTable = { info: { name: "loop", version: "0" }, tools: [] };
    expect(launchOf({ source: { kind: "product", name: "loop", table }, mask: NO_SECRETS })).toBeNull();
    expect(shown({ type: "unstartable", error: "unset" })).toBeNull();
  });
});
