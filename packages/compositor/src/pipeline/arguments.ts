import { canonicalJson } from "@sallyport/contract/digests";
import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";

/** Deepest nesting a call's arguments may have; what is deeper has no place in front of a policy or a person. */
const ARGUMENTS_DEPTH = 200;

/** A call's arguments and the one text they are stored, digested and shown as. Throws -32602 where there is no such text. */
export function readArguments(given: unknown): { args: JsonObject; json: string } {
  const args = given === undefined ? {} : given;
  if (!isJsonObject(args)) throw invalid("`arguments` must be an object");
  if (isDeeper(args, ARGUMENTS_DEPTH)) throw invalid(`\`arguments\` is nested deeper than ${ARGUMENTS_DEPTH} levels`);
  try {
    return { args, json: canonicalJson(args) };
  } catch {
    throw invalid("`arguments` has no canonical JSON form: a text or a number in it is not valid JSON");
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}

function invalid(message: string): WireError {
  return new WireError(RPC_ERRORS.invalidParams, message);
}
