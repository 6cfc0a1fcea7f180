import { WireError } from "@sallyport/contract/errors";
import { Fault } from "@sallyport/contract/faults";
import { ConnectionError } from "@sallyport/mcp";
import { describe, expect, it } from "vitest";
import { takesNone } from "../testing/pretend-view.ts";
import { viewFault, wordsOf } from "./view-fault.ts";

const NAMED = { server: "files", uri: "file:///a" };

describe("viewFault", () => {
  it.each([
    [new WireError(-32002, "Resource not found"), "not_found"],
    [new WireError(-32602, "Resource file:///a not found"), "not_found"],
    [takesNone("files"), "unsupported"],
    [new WireError(-32000, "server unavailable", { reason: "it died" }), "unavailable"],
    [new WireError(-32950, "policy_denied", { sallyport_gate: true }), "unavailable"],
    [new ConnectionError("closed", "gone"), "unavailable"],
  ])("makes a fault of %s", (error, code) => {
    const fault = viewFault(error, NAMED);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code });
  });

  it("names what is not there", () => {
    expect(viewFault(new WireError(-32002, "?"), NAMED)).toMatchObject({
      message: "server `files` has no resource `file:///a`, or cannot be seen; `list` shows what there is",
      details: { ...NAMED, answer: "-32002 ?" },
    });
  });

  it("leaves a cancellation what it is", () => {
    const cancelled = new DOMException("cancelled", "AbortError");
    expect(viewFault(cancelled, NAMED)).toBe(cancelled);
  });
});

describe("wordsOf", () => {
  it("is one visible line with the code and the reason, 500 characters at most", () => {
    expect(wordsOf(new WireError(-32000, "no\n\u202e", { reason: "it died" }))).toBe(
      "-32000 no⟦U+000A⟧⟦U+202E⟧: it died",
    );
    expect(wordsOf(new Error("x".repeat(1_000_000)))).toHaveLength(500);
  });
});
