import { z } from "zod";
import { mountLaunch, mountState } from "./mounts.ts";

const about = {
  /** Only a person's page has it. */
  launch: mountLaunch.nullable().optional(),
  /** The last lines it wrote to stderr, the oldest first, hidden characters as they came. Only a person's page has it. */
  stderr: z.array(z.string()).optional(),
  sandbox: z.string(),
  restarts: z.int(),
  since: z.string(),
};

/** `compositor://state/{server}`: what a mount does now, and since when (ISO 8601 in UTC). Secrets stand masked in it. */
export const mountStatePage = z.discriminatedUnion("state", [
  mountState.options[0].extend(about),
  mountState.options[1].extend(about),
  mountState.options[2].extend(about),
]);
export type MountStatePage = z.infer<typeof mountStatePage>;
