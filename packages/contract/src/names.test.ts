import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exposedName, isReservedMount, MOUNT_NAME, mountKey, normaliseMountName, RESERVED_MOUNTS } from "./names.ts";

const odd = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 200 }));
const mount = fc.stringMatching(/^[a-z][a-z0-9_-]{0,31}$/);

describe("RESERVED_MOUNTS", () => {
  it("is the product's own names", () => {
    expect(RESERVED_MOUNTS).toEqual([
      "policy_reader",
      "policy_proposer",
      "policy_approver",
      "loop",
      "chat_assistant",
      "chat_human",
      "resources",
      "compositor_meta",
      "compositor_admin",
      "runtime",
      "db",
      "agents",
    ]);
  });
});

describe("isReservedMount", () => {
  it("N05 knows every spelling of a built-in", () => {
    expect(["policy_approver", "policy-approver", "Policy-Approver", "loop", "LOOP"].every(isReservedMount)).toBe(true);
    expect(["policy_approver2", "loops", "", "files"].some(isReservedMount)).toBe(false);
  });
});

describe("mountKey", () => {
  it("N02 is one for names that differ by case, or by `-` and `_`", () => {
    expect(mountKey("My-Files")).toBe(mountKey("my_files"));
    expect(mountKey("my.files")).not.toBe(mountKey("my_files"));
  });
});

describe("normaliseMountName", () => {
  it("N02 leaves no look-alike standing for the letter it resembles", () => {
    expect(normaliseMountName("Srv")).toBe("srv");
    expect(normaliseMountName("ѕrv")).toBe("rv");
    expect(normaliseMountName("ﬁles")).toBe("les");
    expect(normaliseMountName("loo\u212A")).toBe("loo");
    expect(normaliseMountName("ｓｒｖ")).toBeNull();
  });

  it("leaves a name that has the form as it is", () => {
    expect(["a", "a-", "a_", "a".repeat(32), "my-files_2"].map(normaliseMountName)).toEqual([
      "a",
      "a-",
      "a_",
      "a".repeat(32),
      "my-files_2",
    ]);
  });

  it("answers null where nothing is left", () => {
    expect(["", "123", "___", "…", "__"].map(normaliseMountName)).toEqual([null, null, null, null, null]);
  });

  it("answers a mount name or null for any text, and the same again for its own answer", () => {
    fc.assert(
      fc.property(odd, (name) => {
        const found = normaliseMountName(name);
        return found === null || (MOUNT_NAME.test(found) && normaliseMountName(found) === found);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("exposedName", () => {
  it("is the mount, `_` and the tool", () => {
    expect(exposedName("files", "read_text_file")).toBe("files_read_text_file");
    expect(exposedName("files", "read.text/file é")).toBe("files_read_text_file__");
  });

  it("N01 is the same for `a_b` + `c` and `a` + `b_c`, which is why it is looked up and never split", () => {
    expect(exposedName("a_b", "c")).toBe(exposedName("a", "b_c"));
  });

  it("keeps 64 characters whole and cuts 65 to a name with a hash of the whole", () => {
    expect(exposedName("m", "x".repeat(62))).toBe(`m_${"x".repeat(62)}`);
    expect(exposedName("m", "x".repeat(63))).toBe(`m_${"x".repeat(53)}_990b31af`);
  });

  it("tells two long names apart that begin alike", () => {
    expect(exposedName("m", `${"x".repeat(80)}a`)).not.toBe(exposedName("m", `${"x".repeat(80)}b`));
  });

  it("is never over 64 of `[A-Za-z0-9_-]`, whatever the tool is called", () => {
    fc.assert(
      fc.property(mount, odd, (name, tool) => /^[A-Za-z0-9_-]{2,64}$/.test(exposedName(name, tool))),
      { numRuns: 2000 },
    );
  });
});
