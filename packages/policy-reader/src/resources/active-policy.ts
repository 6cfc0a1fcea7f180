import { POLICY_FILES, type PolicyVersion } from "@sallyport/contract/policies";
import { URIS } from "@sallyport/contract/uris";
import type { PolicyReaderPowers } from "../powers.ts";
import type { Pages } from "./pages.ts";

const uriOf = ({ language }: PolicyVersion) => URIS.activePolicy(POLICY_FILES[language].extension);

/** The source in force, under the one URI that fits its language. */
export function activePolicyPages({ face: { agent }, policies }: Pick<PolicyReaderPowers, "face" | "policies">): Pages {
  return {
    list: async () => {
      const active = await policies.active(agent);
      if (active === null) return [];
      return [
        {
          uri: uriOf(active),
          name: "active-policy",
          title: "The active policy",
          description: "The program every call is decided by.",
          mimeType: POLICY_FILES[active.language].mime,
        },
      ];
    },
    read: async (uri) => {
      const active = await policies.active(agent);
      if (active === null || uri !== uriOf(active)) return null;
      return { uri, mimeType: POLICY_FILES[active.language].mime, text: active.source };
    },
    touched: async ({ topic }) => {
      if (topic !== "policy") return [];
      const active = await policies.active(agent);
      return active === null ? [] : [uriOf(active)];
    },
  };
}
