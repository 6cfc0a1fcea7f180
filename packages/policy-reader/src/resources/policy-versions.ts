import type { PolicyVersionList } from "@sallyport/contract/policies";
import { URIS } from "@sallyport/contract/uris";
import type { PolicyReaderFace } from "../powers.ts";
import { idIn, jsonPage, type Pages } from "./pages.ts";

/** Every policy there was, and the program of each: what a person goes back to is read before. Only a person's face has this. */
export function policyVersionPages({ agent, versions }: Extract<PolicyReaderFace, { principal: "human" }>): Pages {
  return {
    templates: [
      {
        uriTemplate: URIS.policyVersion("{version}"),
        name: "policy-version",
        title: "One version of the policy",
        description: "The program of that version, and who made it the policy.",
        mimeType: "application/json",
      },
    ],
    list: async () => [
      {
        uri: URIS.policyVersions,
        name: "policy-versions",
        title: "The policy's versions",
        description: "Every version, newest first; the first is in force.",
        mimeType: "application/json",
      },
    ],
    read: async (uri) => {
      if (uri === URIS.policyVersions) {
        const list: PolicyVersionList = {
          versions: (await versions.versions(agent)).map(({ source: _, ...summary }) => summary),
        };
        return jsonPage(uri, list);
      }
      const wanted = /^[1-9]\d{0,9}$/.exec(idIn(uri, URIS.policyVersion("")) ?? "")?.[0];
      const version = wanted === undefined ? null : await versions.version(agent, Number(wanted));
      return version === null ? null : jsonPage(uri, version);
    },
    touched: async ({ topic }) => (topic === "policy" ? [URIS.policyVersions] : []),
  };
}
