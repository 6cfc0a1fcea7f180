/** URIs of the product's own resources, as their server lists them. */
export const URIS = {
  proposals: "resource://approval-policy/proposals/list",
  proposal: (id: string) => `resource://approval-policy/proposals/${id}`,
  activePolicy: (extension: "ts" | "js" | "py") => `resource://approval-policy/policy.${extension}`,
  policyVersions: "resource://approval-policy/versions/list",
  policyVersion: (version: number | string) => `resource://approval-policy/versions/${version}`,
  policies: "resource://policies/list",
  policy: (id: string) => `resource://policies/${id}`,
  pendingApprovals: "approvals://pending",
  pendingApproval: (id: string) => `approvals://pending/${id}`,
  approvalHistory: "approvals://history",
  recentTimeline: "timeline://recent",
  timelineAfter: (seq: number | string) => `timeline://after/${seq}`,
  chatHead: "chat://head",
  chatLastRead: "chat://last-read",
  chatMessage: (id: string) => `chat://messages/${id}`,
  subscriptions: "resources://subscriptions",
  mountState: (server: string) => `compositor://state/${server}`,
} as const;

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s;

/**
 * A child's URI as it appears on the front: `{scheme}://{mount}/{rest}` (contract section 2).
 * `rest` is what follows `scheme://`; a URI without `//` keeps its colon there (`mailto:a` -> `mailto://m/:a`), and so does
 * one whose rest would itself start with a colon, which keeps the mapping reversible. Works on URI templates alike.
 * Answers null for text that has no scheme.
 */
export function frontUri(mount: string, uri: string): string | null {
  const [, scheme, body] = SCHEME.exec(uri) ?? [];
  if (scheme === undefined || body === undefined) return null;
  const short = body.startsWith("//") && !body.startsWith("//:");
  return `${scheme}://${mount}/${short ? body.slice(2) : `:${body}`}`;
}

/** The mount and the child's own URI behind a front URI, or null where the text is not a front URI. */
export function childUri(uri: string): { mount: string; uri: string } | null {
  const [, scheme, body] = SCHEME.exec(uri) ?? [];
  if (scheme === undefined || !body?.startsWith("//")) return null;
  const slash = body.indexOf("/", 2);
  if (slash === -1) return null;
  const rest = body.slice(slash + 1);
  return { mount: body.slice(2, slash), uri: rest.startsWith(":") ? `${scheme}${rest}` : `${scheme}://${rest}` };
}
