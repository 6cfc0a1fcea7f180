export type { Log, LogLevel } from "./command-log.ts";
export { runServerCommand, type ServerCommand, type ServerCommandOptions } from "./server-command.ts";
