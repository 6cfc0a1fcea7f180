import * as sdk from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { LATEST_PROTOCOL_VERSION, negotiateVersion, PROTOCOL_VERSIONS } from "./protocol-versions.ts";

describe("PROTOCOL_VERSIONS", () => {
  it("is the SDK's list", () => {
    expect(PROTOCOL_VERSIONS).toEqual(sdk.SUPPORTED_PROTOCOL_VERSIONS);
    expect(LATEST_PROTOCOL_VERSION).toBe(sdk.LATEST_PROTOCOL_VERSION);
  });

  it("answers a client in its revision, or in our latest", () => {
    expect([negotiateVersion("2024-11-05"), negotiateVersion("2030-01-01"), negotiateVersion(7)]).toEqual([
      "2024-11-05",
      "2025-11-25",
      "2025-11-25",
    ]);
  });
});
