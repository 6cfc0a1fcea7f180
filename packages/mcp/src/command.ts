export type { Log, LogLevel } from "./command-log.ts";
export {
  type OwnFront,
  runServerCommand,
  type ServerCommand,
  type ServerCommandOptions,
  type ServerOption,
} from "./server-command.ts";
