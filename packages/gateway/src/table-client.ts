import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { FAULT_CODES, Fault, type FaultCode } from "@sallyport/contract/faults";
import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";
import type { ToolContract } from "@sallyport/contract/tools";
import type { Peer } from "@sallyport/mcp";
import type { z } from "zod";

/** Calls a tool of ours and answers its result. A fault the server answered is thrown here as it was there. */
export async function callTool<Input extends z.ZodType, Output extends z.ZodType>(
  peer: Peer,
  contract: ToolContract<Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  const result = await peer.request("tools/call", { name: contract.name, arguments: input });
  if (result.isError === true) throw faultIn(result);
  return contract.output.parse(result.structuredContent);
}

/** The text of a resource of ours, or null where there is none under that URI. */
async function readText(peer: Peer, uri: string): Promise<string | null> {
  const result = await peer.request("resources/read", { uri }).catch((error: unknown) => {
    if (error instanceof WireError && error.code === RPC_ERRORS.resourceNotFound) return null;
    throw error;
  });
  if (result === null) return null;
  const [first] = Array.isArray(result.contents) ? result.contents : [];
  const text = ownProperty(first, "text");
  return typeof text === "string" ? text : null;
}

/** A JSON resource of ours, held to its schema. */
export async function readPage<Page extends z.ZodType>(
  peer: Peer,
  uri: string,
  page: Page,
): Promise<z.output<Page> | null> {
  const text = await readText(peer, uri);
  return text === null ? null : page.parse(JSON.parse(text));
}

function faultIn(result: JsonObject): Fault {
  const error = ownProperty(result.structuredContent, "error");
  const { code, message, ...details } = isJsonObject(error) ? error : {};
  return new Fault(
    isFaultCode(code) ? code : "wrong_state",
    typeof message === "string" ? message : "the tool failed without saying why",
    details,
  );
}

function isFaultCode(code: unknown): code is FaultCode {
  return FAULT_CODES.some((known) => known === code);
}
