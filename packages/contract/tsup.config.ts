// @boundaries-ignore the one build shape lives at the root
import { packageBuild } from "../../tsup.base.ts";

export default packageBuild([
  "src/approvals.ts",
  "src/decisions.ts",
  "src/digests.ts",
  "src/errors.ts",
  "src/exit-codes.ts",
  "src/faults.ts",
  "src/json.ts",
  "src/loop.ts",
  "src/mounts.ts",
  "src/names.ts",
  "src/policies.ts",
  "src/policy-approver.ts",
  "src/policy-problems.ts",
  "src/policy-proposer.ts",
  "src/policy-reader.ts",
  "src/principals.ts",
  "src/proposals.ts",
  "src/review.ts",
  "src/timeline.ts",
  "src/tools.ts",
  "src/uris.ts",
  "src/visible-text.ts",
]);
