import { computed, effect, signal } from "@preact/signals";
import { CommandStack } from "./keys/command-stack.ts";
import { listenKeys } from "./keys/listen-keys.ts";
import { createEndpoint } from "./mcp/endpoint.ts";
import { openLink } from "./mcp/link.ts";
import { createAnnouncer } from "./state/announcer.ts";
import { openApprovals } from "./state/approvals.ts";
import { openChat } from "./state/chat.ts";
import { openClock } from "./state/clock.ts";
import type { Console } from "./state/console.ts";
import { openDesk } from "./state/desk.ts";
import { openMounts } from "./state/mounts.ts";
import { openPolicy } from "./state/policy.ts";
import { openRoute, type PageName } from "./state/route.ts";
import { openSettings } from "./state/settings.ts";
import { openSignIn } from "./state/sign-in.ts";
import { openTimeline } from "./state/timeline.ts";
import { openTriage } from "./state/triage.ts";
import { watchApprovals } from "./state/watch-approvals.ts";

/** Puts everything together over the door that this page came from. */
export function openConsole(browser: Window): Console {
  const signIn = openSignIn(browser);
  // Before anything reads the address: a code in it is no place.
  const signingIn = signIn.take();
  browser.addEventListener("hashchange", () => void signIn.take().then((signed) => signed && link.wake()));
  const route = openRoute(browser);
  const settings = openSettings(browser.localStorage);
  const commands = new CommandStack();
  const announcer = createAnnouncer();
  const now = openClock();
  const link = openLink(createEndpoint("./mcp", () => signingIn.then(() => signIn.proof)));

  // Another tab signed in, or showed itself to a door that was opened anew.
  browser.addEventListener("storage", () => link.wake());

  const isVisible = signal(!browser.document.hidden);
  browser.document.addEventListener("visibilitychange", () => {
    isVisible.value = !browser.document.hidden;
  });
  const isAt = (page: PageName) => route.place.value.page === page;
  const approvals = openApprovals(link);
  const desk = openDesk(link, approvals);
  const triage = openTriage(approvals, route);
  watchApprovals(approvals, now, announcer);
  listenKeys(browser.document, settings, commands);
  effect(() => {
    browser.document.documentElement.dataset.theme = settings.theme.value;
  });
  effect(() => {
    const count = approvals.waiting.value.value?.length ?? 0;
    const { page } = route.place.value;
    browser.document.title = `${count > 0 ? `(${count}) ` : ""}${page[0]?.toUpperCase()}${page.slice(1)} · Sallyport`;
  });

  return {
    link,
    signIn,
    settings,
    route,
    now,
    announcer,
    commands,
    approvals,
    desk,
    triage,
    mounts: openMounts(link),
    policy: openPolicy(link),
    chat: openChat(
      link,
      browser.localStorage,
      computed(() => isVisible.value && isAt("chat")),
    ),
    timeline: openTimeline(link, () => browser.document.hasFocus() && (isAt("timeline") || isAt("policy"))),
  };
}
