import { POLICY_FILES, type PolicyVersion } from "@sallyport/contract/policies";
import { URIS } from "@sallyport/contract/uris";
import type { PolicyReaderPowers } from "../powers.ts";
import { NOTHING_TOUCHED, type Pages } from "./pages.ts";

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
      if (topic !== "policy") return NOTHING_TOUCHED;
      // The language may be another one now, or the first: which entry is listed may have changed with it.
      return { uris: Object.values(POLICY_FILES).map(({ extension }) => URIS.activePolicy(extension)), list: true };
    },
  };
}
