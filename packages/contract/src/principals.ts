import { z } from "zod";

/** Who is at a door. It comes from the door, never from a message. */
export const principalKind = z.enum(["agent", "human"]);
export type PrincipalKind = z.infer<typeof principalKind>;

/** An agent's name on a store; every per-agent fact is keyed by it. */
export const agentId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "an agent id is 1 to 64 of `A-Z a-z 0-9 . _ -` and starts with a letter or digit",
  );
export type AgentId = z.infer<typeof agentId>;

export const DEFAULT_AGENT: AgentId = "default";
