import { FAULT_CODES, Fault, type FaultCode } from "@sallyport/contract/faults";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import type { ToolContract } from "@sallyport/contract/tools";
import type { z } from "zod";
import type { Link } from "./link.ts";

/**
 * Calls a tool of one of the product's servers and answers its result in the contract's shape. Rejects with `Fault` for
 * what the server says a person can act on, with `RpcError` or `LinkError` for the rest.
 */
export async function callTool<Input extends z.ZodType, Output extends z.ZodType>(
  link: Pick<Link, "request">,
  mount: string,
  tool: ToolContract<Input, Output>,
  input: z.input<Input>,
): Promise<z.infer<Output>> {
  const result = await link.request("tools/call", { name: `${mount}_${tool.name}`, arguments: input });
  if (result.isError === true) throw faultOf(result);
  return tool.output.parse(result.structuredContent);
}

function faultOf({ structuredContent, content }: JsonObject): Error {
  const error = ownProperty(structuredContent, "error");
  if (!isJsonObject(error)) return new Error(JSON.stringify(content));
  const { code, message, ...details } = error;
  const known = FAULT_CODES.find((each): each is FaultCode => each === code);
  return known === undefined ? new Error(String(message)) : new Fault(known, String(message), details);
}
