import type { LinkState } from "../mcp/link.ts";
import { useConsole } from "../state/console.ts";
import { PAGES, type PageName, placeHash } from "../state/route.ts";
import type { Theme } from "../state/settings.ts";
import { KeyHint } from "./key-hint.tsx";

const NAMES: Record<PageName, string> = {
  approvals: "Approvals",
  history: "History",
  policy: "Policy",
  mounts: "Mounts",
  timeline: "Timeline",
  chat: "Chat",
};

const LINK_WORDS: Record<LinkState, string> = {
  connecting: "Connecting",
  live: "Live",
  polling: "Polling",
  lost: "Not connected",
  signed_out: "Signed out",
};

/** The way to every page, and how the connection is. */
export function PageHeader({ onHelp }: { onHelp: () => void }) {
  const { route, link, signIn } = useConsole();
  const { page } = route.place.value;
  return (
    <header class="page-header">
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <span class="brand">Sallyport</span>
      <nav aria-label="Pages">
        <ul class="nav">
          {PAGES.map((name) => (
            <li key={name}>
              <a href={placeHash({ page: name, id: null })} aria-current={page === name ? "page" : undefined}>
                {NAMES[name]}
                <Count of={name} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="page-header-end">
        <span class={`link-state link-${link.state.value}`}>{LINK_WORDS[link.state.value]}</span>
        <button type="button" class="button" onClick={onHelp}>
          Keys
          <KeyHint of="help" />
        </button>
        <ThemeChoice />
        <button type="button" class="button" onClick={() => void signIn.signOut()}>
          Sign out
        </button>
      </div>
    </header>
  );
}

function Count({ of }: { of: PageName }) {
  const { approvals, policy, chat } = useConsole();
  const counts: Partial<Record<PageName, number>> = {
    approvals: approvals.waiting.value.value?.length ?? 0,
    policy: policy.proposals.value.value?.filter(({ status }) => status === "pending").length ?? 0,
  };
  const count = counts[of] ?? 0;
  // How many messages there are is known only to who takes them.
  const isNew = of === "chat" && chat.isUnread.value;
  if (count === 0 && !isNew) return null;
  return (
    <span class="count">
      {isNew ? "new" : count}
      {!isNew && <span class="unseen"> waiting</span>}
    </span>
  );
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const THEME_WORDS: Record<Theme, string> = { system: "System colours", light: "Light", dark: "Dark" };

function ThemeChoice() {
  const { settings } = useConsole();
  return (
    <label class="choice">
      <span class="unseen">Colours</span>
      <select
        value={settings.theme.value}
        onChange={({ currentTarget }) =>
          settings.setTheme(THEMES.find((theme) => theme === currentTarget.value) ?? "system")
        }
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme}>
            {THEME_WORDS[theme]}
          </option>
        ))}
      </select>
    </label>
  );
}
