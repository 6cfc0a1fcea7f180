import { join } from "node:path";
import { AgentTokens } from "./agent-tokens.ts";
import { openDoorFolder } from "./door-folder.ts";
import { HumanTokens } from "./human-tokens.ts";
import { SigningKeys } from "./signing-keys.ts";

/** What opens the HTTP doors of one store. */
export interface Credentials {
  /** The name of this store's doors in tokens. */
  audience: string;
  humans: HumanTokens;
  agents: AgentTokens;
}

/**
 * Opens the credentials in a store's door folder, made at first use: files 0600, folders 0700. `now` is in milliseconds since
 * 1970. Throws `CommandFailure` when others could read them.
 */
export function openCredentials(folder: string, now: () => number): Credentials {
  const audience = openDoorFolder(folder);
  const keys = new SigningKeys(join(folder, "keys"), now);
  return {
    audience,
    humans: new HumanTokens(keys, audience, now),
    agents: new AgentTokens(join(folder, "tokens"), now),
  };
}
