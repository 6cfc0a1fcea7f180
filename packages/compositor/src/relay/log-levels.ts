import type { JsonObject } from "@sallyport/contract/json";
import type { Mount } from "../mounts/mount.ts";
import type { Session } from "../sessions/session.ts";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** True for a level the protocol knows. */
export function isLogLevel(level: unknown): level is string {
  return typeof level === "string" && LEVELS.includes(level);
}

/** True where a session wants a message of this level; one that set no level gets what the child sends. */
export function wantsMessage(session: Session, params: JsonObject): boolean {
  if (session.logLevel === undefined || !isLogLevel(params.level)) return true;
  return LEVELS.indexOf(params.level) >= LEVELS.indexOf(session.logLevel);
}

/** The level a child is set to: the most talkative that any session asked for; null where none did. */
export function levelForChildren(sessions: Iterable<Session>): string | null {
  const wanted = Array.from(sessions, ({ logLevel }) => logLevel).filter(isLogLevel);
  return LEVELS.find((level) => wanted.includes(level)) ?? null;
}

/** Passes the level on to a child that logs; one that refuses keeps its own. */
export async function setChildLevel(mount: Mount, level: string): Promise<void> {
  if (!mount.offers("logging")) return;
  await mount.child?.request("logging/setLevel", { level }).catch(() => {});
}
