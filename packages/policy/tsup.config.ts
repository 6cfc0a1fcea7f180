import { packageBuild } from "../../tsup.base.ts";

export default packageBuild([], {
  // The evaluator and the type-checker are entries of processes of their own, found beside `index.js`.
  entry: {
    index: "src/index.ts",
    author: "src/author.ts",
    evaluator: "src/quickjs/evaluator.ts",
  },
});
