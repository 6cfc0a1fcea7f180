import { readStaticFiles, type StaticFiles, wordsOnly } from "./static-files.ts";

const NOT_BUILT = [
  "Sallyport runs, and this copy of it came without its page: in a clone of the repository, `pnpm build` makes it.",
  "Until then `sallyport approvals list` shows what waits for you, and `sallyport --help` the rest.",
  "",
].join("\n");

/** The person's page, or words that say why there is none: the door works without it. */
export async function readPersonPage(): Promise<StaticFiles> {
  try {
    const { consoleFiles } = await import("@sallyport/console");
    const files = readStaticFiles(consoleFiles);
    return files.has("/") ? files : wordsOnly(NOT_BUILT);
  } catch {
    return wordsOnly(NOT_BUILT);
  }
}
