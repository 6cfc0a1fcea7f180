import { describe, expect, it } from "vitest";
import { openSettings } from "./settings.ts";

function storageWith(text: string | null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

describe("openSettings", () => {
  it("keeps what was set", () => {
    const storage = storageWith(null);
    const first = openSettings(storage);
    first.setTheme("dark");
    first.setLetters(false);
    first.setKeys("allow", "y");
    const second = openSettings(storage);
    expect([second.theme.value, second.letters.value, second.bindings.value.allow, second.bindings.value.deny]).toEqual(
      ["dark", false, "y", "d"],
    );
  });

  it("starts with the defaults where what is kept makes no sense", () => {
    const settings = ["no JSON", "[]", '{"theme":"pink","keys":[],"letters":"x"}'].map((text) =>
      openSettings(storageWith(text)),
    );
    expect(settings.map(({ theme, letters, bindings }) => [theme.value, letters.value, bindings.value.allow])).toEqual(
      Array.from({ length: 3 }, () => ["system", true, "a"]),
    );
  });

  it("works in a browser that keeps nothing", () => {
    const settings = openSettings({
      getItem: () => {
        throw new Error("no storage");
      },
      setItem: () => {
        throw new Error("no storage");
      },
    });
    settings.setTheme("light");
    expect(settings.theme.value).toBe("light");
  });
});
