import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { ConsoleDoor } from "./console-door.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser of this machine. */
export async function openBrowser(): Promise<Browser> {
  const found = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "chromium"));
  const executablePath = found.find((path) => existsSync(path));
  return await chromium.launch({ args: FLAGS, ...(executablePath !== undefined && { executablePath }) });
}

/** A page of a person who has just signed in, with everything that went wrong on it or went elsewhere. */
export interface OpenPage {
  page: Page;
  /** Errors of the page and of its rules, in the browser's words. */
  troubles: string[];
  /** Requests to anywhere but its own door. */
  strays: string[];
}

export async function openPage(
  browser: Browser,
  { door }: { door: Pick<ConsoleDoor, "url" | "link"> },
  { user = "ann", ...options }: BrowserContextOptions & { user?: string } = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  const strays: string[] = [];
  page.on("pageerror", (error) => troubles.push(error.stack ?? error.message));
  page.on("console", (message) => {
    // A door that is shut, or answers 401, is in the log too; whether it may is each test's.
    const isOwn = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isOwn) troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(door.url) && !request.url().startsWith("blob:")) strays.push(request.url());
  });
  await page.goto(door.link(user));
  await page.getByText("Live", { exact: true }).waitFor();
  return { page, troubles, strays };
}

/** The row in the list of waiting calls that has this text. */
export function rowOf(page: Page, text: string) {
  return page.getByRole("list", { name: "Waiting approvals" }).getByRole("link").filter({ hasText: text });
}

/** Goes to a row and waits until its call may be allowed. */
export async function choose(page: Page, text: string): Promise<void> {
  await rowOf(page, text).click();
  await mayAllow(page);
}

export async function mayAllow(page: Page): Promise<void> {
  await page.locator('.button-primary[aria-disabled="false"]').waitFor();
}
