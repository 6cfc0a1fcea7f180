/** The revisions we speak, newest first; held to the SDK's list by a test, not an import, so that a leaf server need not load it. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

export const LATEST_PROTOCOL_VERSION = "2025-11-25";

/** The revision to answer a client with: its own if we speak it, else our latest. */
export function negotiateVersion(offered: unknown): string {
  return typeof offered === "string" && PROTOCOL_VERSIONS.includes(offered) ? offered : LATEST_PROTOCOL_VERSION;
}
