import { describe, it } from "vitest";
// @boundaries-ignore one place decides what may be skipped
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { openBrowser } from "./browser.ts";
import { openConsoleBed } from "./console-bed.ts";

/** As `describe`, for what needs the browser of this machine. */
export const describeInBrowser = describe.skipIf(mustSkip("chromium"));

/** As `it`, with one browser for all tests of a file. */
// biome-ignore lint/correctness/noEmptyPattern: what a fixture needs is read from there
export const inBrowser = it.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
  const browser = await openBrowser();
  onCleanup(() => browser.close());
  return browser;
});

/** As `inBrowser`, with a page's server of its own for each test. */
// biome-ignore lint/correctness/noEmptyPattern: as above
export const onConsole = inBrowser.extend("bed", async ({}, { onCleanup }) => {
  const bed = await openConsoleBed();
  onCleanup(() => bed[Symbol.asyncDispose]());
  return bed;
});
