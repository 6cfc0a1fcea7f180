import { isJsonObject, type JsonObject, ownProperty } from "@sallyport/contract/json";

/** How a client can put something to its user, as it declared in `initialize`. */
export interface DeclaredModes {
  form: boolean;
  url: boolean;
}

/** An empty `elicitation` is from before there were modes, and means forms. */
export function declaredModes(capabilities: JsonObject): DeclaredModes {
  const elicitation = ownProperty(capabilities, "elicitation");
  const form = isJsonObject(ownProperty(elicitation, "form"));
  const url = isJsonObject(ownProperty(elicitation, "url"));
  return { form: form || (isJsonObject(elicitation) && !url && !Object.hasOwn(elicitation, "form")), url };
}
