import { canonicalJson } from "@sallyport/contract/digests";
import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { isJsonObject, type JsonObject } from "@sallyport/contract/json";
import { isDeeper, MOST_LEVELS } from "../nesting.ts";

/** A call's arguments and the one text they are stored, digested and shown as. Throws -32602 where there is no such text. */
export function readArguments(given: unknown): { args: JsonObject; json: string } {
  const args = given === undefined ? {} : given;
  if (!isJsonObject(args)) throw invalid("`arguments` must be an object");
  if (isDeeper(args, MOST_LEVELS)) throw invalid(`\`arguments\` is nested deeper than ${MOST_LEVELS} levels`);
  try {
    return { args, json: canonicalJson(args) };
  } catch {
    throw invalid("`arguments` has no canonical JSON form: a text or a number in it is not valid JSON");
  }
}

function invalid(message: string): WireError {
  return new WireError(RPC_ERRORS.invalidParams, message);
}
