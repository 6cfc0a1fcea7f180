// @boundaries-ignore the one build shape lives at the root
import { packageBuild } from "../../tsup.base.ts";

export default packageBuild([], {
  // The checkpoint worker is the entry of a thread of its own, found beside `index.js`.
  entry: {
    index: "src/index.ts",
    memory: "src/memory.ts",
    "checkpoint-worker": "src/sqlite/checkpoint-worker.ts",
  },
});
