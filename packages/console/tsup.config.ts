// @boundaries-ignore the one build shape lives at the root
import { packageBuild } from "../../tsup.base.ts";

export default packageBuild(["src/index.ts"], { clean: ["dist/index.js"] });
