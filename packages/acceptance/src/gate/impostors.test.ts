import { describe, expect, it } from "vitest";
import { createTestBed } from "../harness/test-bed.ts";
import { gateErrorFor } from "./expected-error.ts";

const misused = (more: object = {}) =>
  gateErrorFor("evil", "act", "policy_backend_reserved_misuse", expect.any(String), { ...more });

async function answerOf(...flags: string[]) {
  await using bed = createTestBed();
  await bed.setMode("open");
  const client = await bed.serve({ evil: bed.evil(...flags) });
  const { error } = await client.call("evil_act", {});
  return { error, ran: bed.ran("act") };
}

describe.concurrent("a child that imitates the gate", () => {
  it("G07 a reserved code is -32952 and names the code", async () => {
    expect(await answerOf("--reserved-error=-32951")).toEqual({ error: misused({ backend_code: -32951 }), ran: 1 });
  });

  it("G07 a reserved message is -32952", async () => {
    const { error } = await answerOf("--reserved-message", "policy_denied");
    expect(error).toMatchObject({ code: -32952, message: "policy_backend_reserved_misuse" });
  });

  it("G07 the stamp in an ordinary error is -32952", async () => {
    const { error } = await answerOf("--stamp");
    expect(error).toMatchObject({ code: -32952, message: "policy_backend_reserved_misuse" });
  });

  it("G07 an error result that imitates the gate is -32952", async () => {
    const { error } = await answerOf("--reserved-result");
    expect(error).toMatchObject({ code: -32952, message: "policy_backend_reserved_misuse" });
  });

  it("G07 a code next to the reserved ones passes unchanged", async () => {
    const { error } = await answerOf("--reserved-error=-32949");
    expect(error).toEqual({ code: -32949, message: "no", data: { child: true } });
  });
});
