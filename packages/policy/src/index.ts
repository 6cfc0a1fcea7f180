export { type CheckerPowers, createChecker, type PolicyChecker } from "./checker.ts";
export { createDecider, type Decider, type DeciderPowers } from "./decider.ts";
export {
  type EngineClaims,
  type EngineHealth,
  type EngineLimits,
  EvaluationError,
  type PolicyEngine,
  PolicyLoadError,
  type PolicySource,
  type PreparedPolicy,
} from "./engine.ts";
export { listModes, loadMode, type Mode, type ModeSummary, startPolicy } from "./modes.ts";
export type { Isolation } from "./quickjs/evaluator-supply.ts";
export { openQuickjs, type QuickjsOptions } from "./quickjs/quickjs-engine.ts";
