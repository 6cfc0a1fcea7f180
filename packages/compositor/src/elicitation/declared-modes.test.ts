import { describe, expect, it } from "vitest";
import { declaredModes } from "./declared-modes.ts";

describe("declaredModes", () => {
  it.each([
    [{}, false, false],
    [{ elicitation: {} }, true, false],
    [{ elicitation: { form: {} } }, true, false],
    [{ elicitation: { url: {} } }, false, true],
    [{ elicitation: { form: {}, url: {} } }, true, true],
    [{ elicitation: true }, false, false],
    [{ elicitation: { form: false, url: true } }, false, false],
    [JSON.parse(`{"__proto__": {"elicitation": {"url": {}}}}`), false, false],
    [JSON.parse(`{"elicitation": {"__proto__": {"url": {}}}}`), true, false],
  ])("reads %j as form %s, url %s", (capabilities, form, url) => {
    expect(declaredModes(capabilities)).toEqual({ form, url });
  });
});
