import { z } from "zod";
import { digestOf } from "./digests.ts";

/** Text that a process or a header can be handed: no control characters, which nobody who is asked could see. */
const plain = z
  .string()
  .max(32_768)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "it holds a control character");

/** Names and texts. A schema that rebuilds an object would drop `__proto__`, and then what was approved is not what runs. */
const named = (name: z.ZodString) =>
  z.preprocess((value, { issues }) => {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__")) {
      issues.push({ code: "custom", message: "no name can be `__proto__`", input: value, path: ["__proto__"] });
    }
    return value;
  }, z.record(name, plain).default({}));

/** A server as `attach_server` takes it, and as it is compared: whatever is left out is what it says here. */
export const attachSpec = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("stdio"),
    command: plain.min(1),
    args: z.array(plain).max(1024).default([]),
    env: named(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "a name of a variable")),
    cwd: plain.optional(),
  }),
  z.strictObject({
    type: z.literal("http"),
    // `z.url` alone would take white space out of it.
    url: z
      .string()
      .max(8192)
      .regex(/^[^\p{Cc}\p{Cs}\s]*$/u, "it holds a control character or a space")
      .check(z.url({ protocol: /^https?$/, error: "an http or https URL" })),
    headers: named(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "a header's name")),
  }),
]);
export type AttachSpec = z.infer<typeof attachSpec>;

/** Two specs with one digest are the same wish. It covers every value, secret ones too, and tells none. */
export function specDigest(spec: AttachSpec): string {
  return digestOf(spec);
}
