import { describe, expect, it } from "vitest";
import { lookAlikes, mixedScriptWords } from "./look-alikes.ts";

describe("lookAlikes", () => {
  it("says where, and what each looks like", () => {
    expect([...lookAlikes("gіt puѕh")]).toEqual([
      [1, "i"],
      [6, "s"],
    ]);
  });

  it("counts positions in UTF-16 units", () => {
    expect([...lookAlikes("😀 𝐫m")]).toEqual([[3, "r"]]);
  });
});

describe("mixedScriptWords", () => {
  it("names each word that mixes scripts, once", () => {
    expect(mixedScriptWords("pаypal.com and pаypal, Привет мир, γραμμή")).toEqual(["pаypal"]);
    expect(mixedScriptWords("nothing here")).toEqual([]);
  });
});
