// @boundaries-ignore the one build shape lives at the root
import { packageBuild } from "../../tsup.base.ts";

export default packageBuild([], {
  // The evaluator and the type-checker are entries of processes of their own, found beside `index.js`.
  entry: {
    index: "src/index.ts",
    author: "src/author.ts",
    evaluator: "src/quickjs/evaluator.ts",
    "type-check-process": "src/type-check/type-check-process.ts",
  },
});
