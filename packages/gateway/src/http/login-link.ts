import type { HumanTokens } from "./credentials/human-tokens.ts";
import type { DoorAnnouncement } from "./door-file.ts";
import { LOGIN_CODE_S } from "./logins.ts";

/** A link that logs one browser in, once, within a minute. The code stands behind `#`, which browsers send to nobody. */
export async function loginLink(
  door: Pick<DoorAnnouncement, "url" | "instance">,
  humans: HumanTokens,
  user: string,
): Promise<string> {
  const code = await humans.issue("login", { sub: user, door: door.instance }, LOGIN_CODE_S);
  return `${new URL(door.url).origin}/#code=${code}`;
}
