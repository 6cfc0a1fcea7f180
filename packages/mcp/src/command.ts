export type { Log, LogLevel } from "./command-log.ts";
export {
  runServerCommand,
  type ServerCommand,
  type ServerCommandOptions,
  type ServerOption,
} from "./server-command.ts";
