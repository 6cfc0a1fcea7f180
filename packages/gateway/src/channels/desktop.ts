import { spawn } from "node:child_process";
import { visibleLine } from "@sallyport/contract/visible-text";
import type { Channel } from "./channel.ts";
import type { AskNotice } from "./watch-asks.ts";

/** How long the desktop may take to show a notice, in milliseconds. */
const SHOWN_WITHIN_MS = 5_000;
const TITLE = "Sallyport: a call waits for you";

/** A notice on this machine's screen: who wants which tool, and no more. */
export function createDesktop(platform: NodeJS.Platform): Channel {
  return {
    name: "desktop",
    tell: (notice, signal) => run(commandFor(platform, textOf(notice)), signal),
  };
}

function textOf({ agent, server, tool }: AskNotice): string {
  return `agent ${visibleLine(agent)} wants ${visibleLine(server)} › ${visibleLine(tool)}`;
}

/** The program and its arguments; no shell reads them, and neither program takes the text for more than text. */
export function commandFor(platform: NodeJS.Platform, text: string): [string, ...string[]] {
  if (platform !== "darwin") return ["notify-send", "--app-name=Sallyport", "--", TITLE, withoutMarkup(text)];
  const script = "display notification (item 2 of argv) with title (item 1 of argv)";
  return ["osascript", "-e", "on run argv", "-e", script, "-e", "end run", TITLE, text];
}

/** Desktops read a few tags in the text. */
function withoutMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function run([program, ...args]: [string, ...string[]], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "ignore", signal, timeout: SHOWN_WITHIN_MS });
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(new Error(`\`${program}\` could not be started (${error.code ?? error.name})`)),
    );
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`\`${program}\` ended with ${code ?? "a signal"}`)),
    );
  });
}
