import { basename } from "node:path";

const DOOR_BIN = /^sallyport(?:-compositor)?$/;
const DOOR_PACKAGE = /^@sallyport\/(?:gateway|compositor)(?:@.*)?$/;
const DOOR_FILE = /[/\\](?:gateway|compositor)[/\\](?:dist|src)[/\\]bin\.[jt]s$/;
const APPROVER =
  /(?:^|[/\\])sallyport-policy-approver$|^@sallyport\/policy-approver(?:@.*)?$|[/\\]policy-approver[/\\](?:dist|src)[/\\]bin\.[jt]s$/;
const SCRIPT_RUNNERS: readonly string[] = ["npm", "pnpm", "yarn", "bun"];

/** Why a command may not stand behind the door: it is the door itself, or it is the human's key. */
export function ownCommandRefusal(command: string, args: readonly string[]): string | undefined {
  const words = [command, ...args];
  if (words.some((word) => APPROVER.test(word))) {
    return "this is the human's own server `policy-approver`; an agent's door never leads to it";
  }
  const program = basename(command).replace(/\.(?:cmd|exe)$/i, "");
  const isDoor =
    DOOR_BIN.test(program) ||
    words.some((word) => DOOR_PACKAGE.test(word) || DOOR_FILE.test(word)) ||
    (SCRIPT_RUNNERS.includes(program) && args.includes("sallyport"));
  return isDoor
    ? "this is Sallyport itself, which would start itself for ever; keep your servers in a file of their own and give that with `--config`"
    : undefined;
}
