import { runEngineConformance } from "../cases/engine-conformance.ts";
import { openQuickjs } from "./quickjs-engine.ts";

runEngineConformance("quickjs", () => openQuickjs(), ["typescript", "javascript"]);
