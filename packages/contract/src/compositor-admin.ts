import { z } from "zod";
import { attachSpec } from "./mount-specs.ts";
import { MOUNT_NAME } from "./names.ts";
import { ADDS, CHANGES, toolContract } from "./tools.ts";

const name = z.string().regex(MOUNT_NAME, "a lower-case letter, then up to 31 of `a-z 0-9 _ -`");

export const attachServer = toolContract({
  name: "attach_server",
  title: "Attach a server",
  description:
    "Mount another MCP server behind the gate. Answers when it runs, or with its error. It is mounted again after a restart. Nothing in the spec is expanded, and no shell is started.",
  annotations: { ...ADDS, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({ name, spec: attachSpec }),
  output: z.strictObject({
    ok: z.literal(true),
    state: z
      .enum(["running", "recorded"])
      .describe("`recorded`: no compositor of this agent runs just now; the next one mounts it"),
  }),
});

export const detachServer = toolContract({
  name: "detach_server",
  title: "Detach a server",
  description:
    "Take a mounted server away, for good: its calls end, and what waits for a person on it is cancelled. A name that nothing has is fine.",
  annotations: { ...CHANGES, idempotentHint: true },
  input: z.strictObject({ name }),
  output: z.strictObject({
    ok: z.literal(true),
    state: z
      .enum(["gone", "recorded"])
      .describe("`recorded`: no compositor of this agent runs just now; the next one does not mount what was attached"),
  }),
});
