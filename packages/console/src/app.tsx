import { useState } from "preact/hooks";
import { ApprovalsPage } from "./pages/approvals/approvals-page.tsx";
import { ChatPage } from "./pages/chat/chat-page.tsx";
import { HistoryPage } from "./pages/history/history-page.tsx";
import { MountsPage } from "./pages/mounts/mounts-page.tsx";
import { PolicyPage } from "./pages/policy/policy-page.tsx";
import { SignedOutPage } from "./pages/signed-out-page.tsx";
import { TimelinePage } from "./pages/timeline/timeline-page.tsx";
import { ConnectionBanner } from "./parts/connection-banner.tsx";
import { HelpDialog } from "./parts/help-dialog.tsx";
import { LiveRegions } from "./parts/live-regions.tsx";
import { PageHeader } from "./parts/page-header.tsx";
import { useCommands } from "./parts/use-commands.ts";
import { useConsole } from "./state/console.ts";
import type { PageName } from "./state/route.ts";

const PAGES: Record<PageName, () => preact.JSX.Element> = {
  approvals: ApprovalsPage,
  history: HistoryPage,
  policy: PolicyPage,
  mounts: MountsPage,
  timeline: TimelinePage,
  chat: ChatPage,
};

/** The whole page. */
export function App() {
  const { link, route } = useConsole();
  const [helps, setHelps] = useState(false);
  const goTo = (page: PageName) => () => route.go({ page, id: null });
  useCommands({
    approvals: goTo("approvals"),
    history: goTo("history"),
    policy: goTo("policy"),
    mounts: goTo("mounts"),
    timeline: goTo("timeline"),
    chat: goTo("chat"),
    help: () => setHelps(true),
  });
  if (link.state.value === "signed_out") return <SignedOutPage />;
  const Page = PAGES[route.place.value.page];
  return (
    <div class="app">
      <PageHeader onHelp={() => setHelps(true)} />
      <ConnectionBanner />
      <main id="main" class="main" tabIndex={-1}>
        <Page />
      </main>
      {helps && <HelpDialog onClose={() => setHelps(false)} />}
      <LiveRegions />
    </div>
  );
}
