import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CommandStack } from "../keys/command-stack.ts";
import type { Link } from "../mcp/link.ts";
import type { Announcer } from "./announcer.ts";
import type { Approvals } from "./approvals.ts";
import type { Chat } from "./chat.ts";
import type { Desk } from "./desk.ts";
import type { Mounts } from "./mounts.ts";
import type { Policy } from "./policy.ts";
import type { Route } from "./route.ts";
import type { Settings } from "./settings.ts";
import type { SignIn } from "./sign-in.ts";
import type { Timeline } from "./timeline.ts";
import type { Triage } from "./triage.ts";

/** Everything the pages show and do. */
export interface Console {
  link: Link;
  signIn: SignIn;
  settings: Settings;
  route: Route;
  now: ReadonlySignal<number>;
  announcer: Announcer;
  commands: CommandStack;
  approvals: Approvals;
  desk: Desk;
  triage: Triage;
  mounts: Mounts;
  policy: Policy;
  chat: Chat;
  timeline: Timeline;
}

const ConsoleContext = createContext<Console | null>(null);
export const ConsoleProvider = ConsoleContext.Provider;

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === null) throw new Error("a part of the page stands outside of it");
  return console;
}
