export { type AgentView, type AgentViewOptions, openAgentView } from "./agent-view.ts";
export { type Compositor, type CompositorSnapshot, createCompositor } from "./compositor.ts";
export { ConfigError } from "./config/config-error.ts";
export { didYouMean } from "./config/did-you-mean.ts";
export { ownCommandRefusal } from "./config/own-commands.ts";
export { readConfig } from "./config/read-config.ts";
export { isSettleAfter } from "./config/read-settle.ts";
export { inheritedEnvironment } from "./config/variables.ts";
export type { FormDesk } from "./elicitation/elicitation-config.ts";
export { type HumanView, type HumanViewOptions, openHumanView } from "./human-view.ts";
export {
  type ChannelsConfig,
  type CompositorConfig,
  MOUNT_DEFAULTS,
  type MountSpec,
  type UnstartableSpec,
  type WebhookConfig,
} from "./mount-spec.ts";
export { type CompositorLimits, type CompositorPowers, DEFAULT_LIMITS } from "./powers.ts";
