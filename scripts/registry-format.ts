import { z } from "zod";

/**
 * `server.json` as the MCP registry's published format of 2025-12-11 has it, as far as we use it and stricter where that
 * format lets anything pass: no other keys, packages from npm only, started over stdio only. The rules are its own; the
 * file it publishes is not kept here.
 */

/** One version and no range, which the registry turns away. */
const exactVersion = z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);

const input = {
  description: z.string().min(1),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).min(1).optional(),
};

const argument = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("positional"), value: z.string().min(1) }),
  z.strictObject({ type: z.literal("named"), name: z.string().regex(/^--[a-z][a-z-]*$/), ...input }),
]);

const npmPackage = z.strictObject({
  registryType: z.literal("npm"),
  identifier: z.string().regex(/^@sallyport\/[a-z-]+$/),
  version: exactVersion,
  runtimeHint: z.literal("npx"),
  transport: z.strictObject({ type: z.literal("stdio") }),
  packageArguments: z.array(argument).min(1).optional(),
  environmentVariables: z.array(z.strictObject({ name: z.string().regex(/^SALLYPORT_[A-Z_]+$/), ...input })).optional(),
});

export const registryEntryFormat = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .max(200)
    .regex(/^io\.github\.[a-zA-Z0-9-]+\/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z.array(npmPackage).length(1),
});
