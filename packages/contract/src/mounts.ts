import { z } from "zod";
import { jsonObject } from "./json.ts";
import { principalKind } from "./principals.ts";

/** What a mount is doing (contract section 12). */
export const mountState = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("initializing") }),
  z.strictObject({ state: z.literal("running"), initialize: jsonObject, tools: z.array(jsonObject) }),
  z.strictObject({ state: z.literal("failed"), error: z.string() }),
]);
export type MountState = z.infer<typeof mountState>;

/** How a server is reached. Of variables and headers only the names; secrets stand masked in the rest. */
export const mountLaunch = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("stdio"),
    command: z.string(),
    args: z.array(z.string()),
    env: z.array(z.string()),
  }),
  z.strictObject({ type: z.literal("http"), url: z.string(), headers: z.array(z.string()) }),
]);
export type MountLaunch = z.infer<typeof mountLaunch>;

/** A mount as it was last observed by the compositor that owns it. Times are ISO 8601 in UTC. */
export const mountRecord = z.strictObject({
  agent: z.string(),
  /** Whose view it is mounted in. */
  view: principalKind,
  owner: z.string(),
  name: z.string(),
  /** The product's own, written in a configuration, or attached at run time. */
  origin: z.enum(["product", "configured", "attached"]),
  /** Cannot be detached at run time. */
  pinned: z.boolean(),
  /** `specDigest` of how it is launched; empty for the product's own. */
  spec_digest: z.string(),
  /** Null for the product's own, and for what cannot be started as it is configured. */
  launch: mountLaunch.nullable(),
  state: mountState,
  sandbox: z.string(),
  restarts: z.int(),
  since: z.string(),
  /** The last lines it wrote to stderr, the oldest first: at most 100 and 8 KiB, secrets masked, hidden characters as they came. */
  stderr: z.array(z.string()),
  /** How many lines it wrote since it was mounted. */
  stderr_lines: z.int(),
});
export type MountRecord = z.infer<typeof mountRecord>;

/** A tool whose definition is not what it was when it was first seen. It cannot be called until a person accepts it. */
export const definitionChange = z.strictObject({
  agent: z.string(),
  server: z.string(),
  tool: z.string(),
  accepted: jsonObject,
  accepted_digest: z.string(),
  observed: jsonObject,
  observed_digest: z.string(),
  changed_at: z.string(),
});
export type DefinitionChange = z.infer<typeof definitionChange>;
