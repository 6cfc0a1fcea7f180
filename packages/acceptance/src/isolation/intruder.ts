// What an agent with a shell may try against a gateway that runs as another user: prints how each attempt ended.
import { execFileSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { GATEWAY } from "../harness/bins.ts";

const [storeFile = "", config = "", pid = "", door = ""] = process.argv.slice(2);

const ATTEMPTS: Record<string, () => unknown> = {
  "read the store": () => readFileSync(storeFile),
  "read its log": () => readFileSync(`${storeFile}-wal`),
  "write the store": () => appendFileSync(storeFile, "x"),
  "list the keys": () => readdirSync(`${storeFile}.door/keys`),
  "list the tokens": () => readdirSync(`${storeFile}.door/tokens`),
  "write a token": () => writeFileSync(`${storeFile}.door/tokens/00000000.json`, "{}"),
  "write the configuration": () => appendFileSync(config, " "),
  "replace the configuration": () => renameSync(config, `${config}.old`),
  "read its environment": () => readFileSync(`/proc/${pid}/environ`),
  "read its memory": () => readFileSync(`/proc/${pid}/mem`),
  "reach its pipes": () => readdirSync(`/proc/${pid}/fd`),
  "end it": () => process.kill(Number(pid), "SIGKILL"),
  "decide with the command": () => execFileSync(process.execPath, [GATEWAY, "approvals", "list"], { stdio: "ignore" }),
  "make a token with the command": () =>
    execFileSync(process.execPath, [GATEWAY, "token", "create", "--for", "human"], { stdio: "ignore" }),
};

function howItEnded(attempt: () => unknown): unknown {
  try {
    attempt();
    return "it worked";
  } catch (error) {
    // Both what the file system throws and what a command that failed throws are errors with one of these.
    const { code, status } = error as { code?: string; status?: number };
    return status ?? code;
  }
}

// First: the door is gone once `end it` worked.
const { status } = await fetch(door, { method: "POST" });
const ended = Object.fromEntries(Object.entries(ATTEMPTS).map(([name, attempt]) => [name, howItEnded(attempt)]));
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), ...ended, "come in without a token": status }));
