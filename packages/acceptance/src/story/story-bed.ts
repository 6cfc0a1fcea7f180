import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { type OpenPage, openPage } from "../console/browser.ts";
import { freePort } from "../harness/http-server.ts";
import { pathWithNpx } from "../harness/npx-shim.ts";
import type { RawClient } from "../harness/raw-client.ts";
import { type Children, createTestBed, type TestBed } from "../harness/test-bed.ts";

const FILES = {
  "shopping.md": "# Shopping\n\n- milk\n- bread\n- tea\n",
  "visits.txt": "visits: |\n",
  "drafts/garden.md": "# The garden\n\nBeans along the wall.\n",
};

interface StoryOptions {
  /** Servers beside the one for files. */
  children?: (bed: TestBed) => Children;
  /** What the gateway's environment says beside its own. */
  env?: Record<string, string>;
}

export type Story = Awaited<ReturnType<typeof openStory>>;

/** A gateway as a host starts it, with the file server from npm in a folder of its own, and people who open its page. */
export async function openStory(browser: Browser, { children, env = {} }: StoryOptions = {}) {
  const bed = createTestBed();
  const folder = join(bed.folder, "notes");
  mkdirSync(join(folder, "drafts"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const port = await freePort();
  const path = pathWithNpx(bed.folder);
  const files = {
    command: "npx",
    args: ["-y", "@modelcontextprotocol/server-filesystem", "."],
    cwd: folder,
    sallyport: { trusted: true },
  };
  const pages: OpenPage[] = [];

  return {
    bed,
    port,

    /** Starts the gateway, at the same port each time unless another is said, and answers its agent. */
    async serve(httpPort = port): Promise<RawClient> {
      const surroundings = { SALLYPORT_HTTP: String(httpPort), PATH: path, ...env };
      const options = { env: surroundings, clientInfo: { name: "note-keeper", version: "2.1.0" } };
      const agent = await bed.serve({ files, ...children?.(bed) }, options);
      await agent.toolNames();
      return agent;
    },

    /** A link to a person's page, as the command prints it. */
    link: async (user = "ann") => (await bed.must(["open", "--print", "--user", user])).trim(),

    /** A person's page, entered through such a link. */
    async enter(options: BrowserContextOptions & { user?: string } = {}): Promise<OpenPage> {
      const { user, ...context } = options;
      const link = await this.link(user);
      const opened = await openPage(browser, { door: { url: new URL(link).origin, link: () => link } }, context);
      pages.push(opened);
      return opened;
    },

    text: (name: string): string => readFileSync(join(folder, name), "utf8"),

    /** The one call that waits, once it does. */
    async asked(): Promise<ApprovalRecord> {
      const [record] = await bed.waiting(1);
      if (record === undefined) throw new Error("nothing waits");
      return record;
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(pages.map(({ page }) => page.context().close()));
      await bed[Symbol.asyncDispose]();
    },
  };
}
