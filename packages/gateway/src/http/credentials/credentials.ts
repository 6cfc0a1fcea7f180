import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { EXIT } from "@sallyport/contract/exit-codes";
import { CommandFailure } from "../../command-failure.ts";
import { AgentTokens } from "./agent-tokens.ts";
import { HumanTokens } from "./human-tokens.ts";
import { createPrivateFile, privateFolder, readPrivateFile } from "./private-files.ts";
import { SigningKeys } from "./signing-keys.ts";

/** What opens the HTTP doors of one store. */
export interface Credentials {
  /** The name of this store's doors in tokens. */
  audience: string;
  humans: HumanTokens;
  agents: AgentTokens;
  /** What the secrets of people's logins are made of. */
  sessionKey: string;
}

/**
 * Opens the credentials in a store's door folder, made at first use: files 0600, folders 0700. `now` is in milliseconds since
 * 1970. Throws `CommandFailure` when others could read them.
 */
export function openCredentials(folder: string, now: () => number): Credentials {
  privateFolder(folder);
  const audience = madeOnce(folder, "audience", `sallyport:door:${randomUUID()}`);
  const keys = new SigningKeys(join(folder, "keys"), now);
  return {
    audience,
    humans: new HumanTokens(keys, audience, now),
    agents: new AgentTokens(join(folder, "tokens"), now),
    sessionKey: madeOnce(folder, "session-key", randomBytes(32).toString("base64url")),
  };
}

/** The text of a file that is written when it is first wanted, by whoever comes first. */
function madeOnce(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  createPrivateFile(path, text);
  const kept = readPrivateFile(path);
  if (kept === null) throw new Error(`\`${path}\` vanished`);
  // A power cut may leave an empty file, and what is made of an empty key is no secret.
  if (kept.length !== text.length)
    throw new CommandFailure(EXIT.config, `\`${path}\` was cut short: remove it, and sign in anew`);
  return kept;
}
