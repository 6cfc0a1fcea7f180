import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childUri, frontUri, URIS } from "./uris.ts";

describe("URIS", () => {
  it("is what every peer may rely on", () => {
    expect({
      proposals: URIS.proposals,
      proposal: URIS.proposal("p1"),
      activePolicy: [URIS.activePolicy("ts"), URIS.activePolicy("js"), URIS.activePolicy("py")],
      policyVersions: [URIS.policyVersions, URIS.policyVersion(3)],
      policies: URIS.policies,
      policy: URIS.policy("open"),
      pendingApprovals: URIS.pendingApprovals,
      pendingApproval: URIS.pendingApproval("a1"),
      approvalHistory: URIS.approvalHistory,
      timeline: [URIS.recentTimeline, URIS.timelineAfter(7)],
      chat: [URIS.chatHead, URIS.chatLastRead, URIS.chatMessage("m1")],
      subscriptions: URIS.subscriptions,
      mountState: URIS.mountState("files"),
    }).toEqual({
      proposals: "resource://approval-policy/proposals/list",
      proposal: "resource://approval-policy/proposals/p1",
      activePolicy: [
        "resource://approval-policy/policy.ts",
        "resource://approval-policy/policy.js",
        "resource://approval-policy/policy.py",
      ],
      policyVersions: ["resource://approval-policy/versions/list", "resource://approval-policy/versions/3"],
      policies: "resource://policies/list",
      policy: "resource://policies/open",
      pendingApprovals: "approvals://pending",
      pendingApproval: "approvals://pending/a1",
      approvalHistory: "approvals://history",
      timeline: ["timeline://recent", "timeline://after/7"],
      chat: ["chat://head", "chat://last-read", "chat://messages/m1"],
      subscriptions: "resources://subscriptions",
      mountState: "compositor://state/files",
    });
  });
});

describe("frontUri", () => {
  it("puts the mount where the authority stands", () => {
    expect(frontUri("files", "file:///home/a.txt")).toBe("file://files//home/a.txt");
    expect(frontUri("web", "https://example.test/a?b#c")).toBe("https://web/example.test/a?b#c");
    expect(frontUri("mail", "mailto:a@b.test")).toBe("mailto://mail/:a@b.test");
    expect(frontUri("odd", "x://:80/a")).toBe("x://odd/://:80/a");
    expect(frontUri("docs", "docs://{+path}{?page}")).toBe("docs://docs/{+path}{?page}");
  });

  it("answers null for text without a scheme", () => {
    expect(["", "a/b", "/etc/passwd", "://x", "1a://x", "{scheme}://x"].map((uri) => frontUri("m", uri))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("childUri", () => {
  it("answers null for what no mount can have made", () => {
    expect(["", "file:", "file:a", "mailto:a@b", "file://m", "file:/m/a"].map(childUri)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it("gives back the mount and the child's raw URI, for any URI", () => {
    const scheme = fc.stringMatching(/^[A-Za-z][A-Za-z0-9+.-]{0,8}$/);
    const start = fc.constantFrom("", "/", "//", "///", "//:", ":", "://", "//m/", "\n");
    const rest = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl());
    const mount = fc.stringMatching(/^[a-z][a-z0-9_-]{0,31}$/);
    fc.assert(
      fc.property(mount, scheme, start, rest, (name, kind, head, tail) => {
        const uri = `${kind}:${head}${tail}`;
        expect(childUri(frontUri(name, uri) ?? "")).toEqual({ mount: name, uri });
      }),
      { numRuns: 2000 },
    );
  });
});
