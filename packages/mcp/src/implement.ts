import { FAULT_CODES, Fault } from "@sallyport/contract/faults";
import type { JsonObject } from "@sallyport/contract/json";
import type { ToolContract } from "@sallyport/contract/tools";
import { z } from "zod";
import type { RequestContext } from "./front.ts";
import type { ServedTool } from "./tool-table.ts";

/** Hosts hold what a tool answers to its output schema, errors too: a fault has to be among what it may answer. */
const faultResult = z.object({
  error: z.looseObject({ code: z.enum(FAULT_CODES), message: z.string() }),
});

/** A tool of ours: the contract's words and schemas, and the function that does it. Bad input never reaches `call`. */
export function implement<Input extends z.ZodType, Output extends z.ZodType<object>>(
  contract: ToolContract<Input, Output>,
  call: (input: z.output<Input>, context: RequestContext) => Promise<z.output<Output>>,
): ServedTool {
  let inputSchema: JsonObject | undefined;
  let outputSchema: JsonObject | undefined;
  return {
    name: contract.name,
    title: contract.title,
    description: contract.description,
    annotations: { ...contract.annotations },
    get inputSchema() {
      inputSchema ??= objectSchema(contract.input, "input");
      return inputSchema;
    },
    get outputSchema() {
      outputSchema ??= objectSchema(z.union([contract.output, faultResult]), "output");
      return outputSchema;
    },
    async call(args, context) {
      const input = contract.input.safeParse(args);
      if (!input.success) throw invalidInput(contract.name, input.error.issues);
      const output: object = await call(input.data, context);
      return { ...output };
    },
  };
}

/** MCP wants `type: "object"` said at the root, which a union leaves to its branches. */
function objectSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  return { type: "object", ...z.toJSONSchema(schema, { io }) };
}

function invalidInput(tool: string, found: readonly z.core.$ZodIssue[]): Fault {
  const issues = found.map(({ path, message }) => ({ path: z.core.toDotPath(path) || "arguments", message }));
  const words = issues.map(({ path, message }) => `\`${path}\`: ${message}`).join("; ");
  return new Fault("invalid_input", `${words}; mend the arguments of \`${tool}\` and call again`, { issues });
}
