import { Console } from "node:console";
import { processSurroundings } from "./process-surroundings.ts";
import { runCommand } from "./run-command.ts";

// A stray `console.log` in a dependency would corrupt the protocol.
globalThis.console = new Console(process.stderr);
// A reader that has seen enough, as in `sallyport timeline | head`.
process.stdout.on("error", () => process.exit());
// A log that nobody reads any more is no reason to end what it tells of.
process.stderr.on("error", () => {});

// The policy engine lets the process end whenever it likes; a command that waits for it alone has to be waited for.
const held = setInterval(() => {}, 60_000);
process.exitCode = await runCommand(process.argv.slice(2), processSurroundings());
clearInterval(held);
