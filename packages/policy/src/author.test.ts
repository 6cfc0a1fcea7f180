import type { AskOption, CallContext, PolicyCall as ContractCall, Verdict } from "@sallyport/contract/decisions";
import { describe, expectTypeOf, it } from "vitest";
import type { PolicyAskOption, PolicyCall, PolicyContext, PolicyResult } from "./author.ts";

describe("the author types", () => {
  it("say what the contract says", () => {
    expectTypeOf<keyof PolicyContext>().toEqualTypeOf<keyof CallContext>();
    expectTypeOf<CallContext>().toExtend<PolicyContext>();
    expectTypeOf<keyof PolicyCall>().toEqualTypeOf<keyof ContractCall>();
    expectTypeOf<PolicyResult["decision"]>().toEqualTypeOf<Verdict>();
    expectTypeOf<PolicyAskOption>().toEqualTypeOf<AskOption>();
  });
});
