import { describe, expect, it } from "vitest";
import {
  GATE_ERRORS,
  GATE_STAMP,
  type GateErrorName,
  gateError,
  isReservedCode,
  isReservedMessage,
  RPC_ERRORS,
  WireError,
} from "./errors.ts";

const call = { type: "tools/call", name: "files_write", server: "files", tool: "write", reason: "not here" };

describe("GATE_ERRORS", () => {
  it("is what every peer may rely on", () => {
    expect(GATE_ERRORS).toEqual({
      policy_denied: -32950,
      policy_denied_continue: -32951,
      policy_backend_reserved_misuse: -32952,
      policy_evaluator_error: -32953,
      busy: -32005,
      resources_subscribe_unsupported: -32960,
      resources_unsubscribe_unsupported: -32961,
    });
    expect(GATE_STAMP).toBe("sallyport_gate");
  });
});

describe("RPC_ERRORS", () => {
  it("is the protocol's own table", () => {
    expect(RPC_ERRORS).toEqual({
      parseError: -32700,
      invalidRequest: -32600,
      methodNotFound: -32601,
      invalidParams: -32602,
      internalError: -32603,
      resourceNotFound: -32002,
    });
  });
});

describe("gateError", () => {
  it("is a plain error with code, exact message and the whole data", () => {
    const error = gateError("policy_denied_continue", call, { decision: "deny_continue" });
    expect(error).toBeInstanceOf(WireError);
    expect({ code: error.code, message: error.message, data: error.data }).toEqual({
      code: -32951,
      message: "policy_denied_continue",
      data: {
        type: "tools/call",
        name: "files_write",
        server: "files",
        tool: "write",
        reason: "not here",
        decision: "deny_continue",
        next_steps: [
          "go on another way that the policy allows",
          "ask the user",
          "propose a better policy with `policy_proposer_propose_policy`",
        ],
        sallyport_gate: true,
      },
    });
  });

  // The array's type makes a new name a type error here.
  it.each(Object.keys(GATE_ERRORS) as GateErrorName[])(
    "`%s` carries its own word, the stamp and next steps",
    (name) => {
      const error = gateError(name, call);
      expect(error.message).toBe(name);
      expect(error.data).toMatchObject({
        sallyport_gate: true,
        next_steps: expect.arrayContaining([expect.any(String)]),
      });
    },
  );

  it("lets no detail take the stamp or the next steps away", () => {
    const error = gateError("policy_denied", call, { sallyport_gate: false, next_steps: [] });
    expect(error.data).toMatchObject({
      sallyport_gate: true,
      next_steps: ["stop this line of work", expect.any(String)],
    });
  });

  it("N45 cuts the reason at 500 characters and shows what hides in it", () => {
    const { data } = gateError("policy_denied", { ...call, reason: `\u001b[2J${"é".repeat(600)}` });
    const { reason } = data as { reason: string };
    expect([...reason].length).toBe(500);
    expect(reason.startsWith("⟦U+001B⟧[2Jéé")).toBe(true);
    expect(reason.endsWith("é…")).toBe(true);
  });
});

describe("isReservedCode", () => {
  it("reserves -32950 to -32961, edges in, and nothing beside it", () => {
    expect([-32949, -32950, -32955, -32961, -32962].map(isReservedCode)).toEqual([false, true, true, true, false]);
    expect([-32005, -32602, "-32950", null, undefined, Number.NaN].some(isReservedCode)).toBe(false);
  });
});

describe("isReservedMessage", () => {
  it("reserves the gate's words, whole, but not `busy`", () => {
    expect(Object.keys(GATE_ERRORS).filter((name) => !isReservedMessage(name))).toEqual(["busy"]);
    expect(isReservedMessage("policy_denied by upstream")).toBe(false);
    expect(isReservedMessage(-32950)).toBe(false);
  });
});
