import { z } from "zod";
import { mountState } from "./mounts.ts";

const about = { sandbox: z.string(), restarts: z.int(), since: z.string() };

/** `compositor://state/{server}`: what a mount does now, and since when (ISO 8601 in UTC). Secrets stand masked in it. */
export const mountStatePage = z.discriminatedUnion("state", [
  mountState.options[0].extend(about),
  mountState.options[1].extend(about),
  mountState.options[2].extend(about),
]);
export type MountStatePage = z.infer<typeof mountStatePage>;
