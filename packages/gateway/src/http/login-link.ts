import type { HumanTokens } from "./credentials/human-tokens.ts";
import type { DoorAnnouncement } from "./door-file.ts";
import { LOGIN_CODE_S } from "./logins.ts";

/** A link that logs one browser in, once, within a minute. The code stands behind `#`, which browsers send to nobody. */
export async function loginLink(
  { page, instance }: Pick<DoorAnnouncement, "page" | "instance">,
  humans: HumanTokens,
  user: string,
): Promise<string> {
  const { origin, host } = new URL(page);
  const code = await humans.issue("login", { sub: user, door: instance, host }, LOGIN_CODE_S);
  return `${origin}/#code=${code}`;
}
