import { Console } from "node:console";
import { processSurroundings } from "./process-surroundings.ts";
import { runCommand } from "./run-command.ts";

// A stray `console.log` in a dependency would corrupt the protocol.
globalThis.console = new Console(process.stderr);
// A reader that has seen enough, as in `sallyport timeline | head`.
process.stdout.on("error", () => process.exit());

process.exitCode = await runCommand(process.argv.slice(2), processSurroundings());
