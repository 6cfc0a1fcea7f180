import { z } from "zod";
import { digestOf } from "./digests.ts";

/** Text that a process or a header can be handed: no control characters, which nobody who is asked could see. */
const plain = z
  .string()
  .max(32_768)
  .regex(/^\P{Cc}*$/u, "it holds a control character");

/** A server as `attach_server` takes it, and as it is compared: whatever is left out is what it says here. */
export const attachSpec = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("stdio"),
    command: plain.min(1),
    args: z.array(plain).max(1024).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "a name of a variable"), plain).default({}),
    cwd: plain.optional(),
  }),
  z.strictObject({
    type: z.literal("http"),
    url: z.url({ protocol: /^https?$/, error: "an http or https URL" }),
    headers: z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "a header's name"), plain).default({}),
  }),
]);
export type AttachSpec = z.infer<typeof attachSpec>;

/** Two specs with one digest are the same wish. It covers every value, secret ones too, and tells none. */
export function specDigest(spec: AttachSpec): string {
  return digestOf(attachSpec.parse(spec));
}
