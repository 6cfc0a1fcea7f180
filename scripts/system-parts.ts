import { spawnSync } from "node:child_process";

const READ_THIS_FILE = `require("node:fs").readFileSync(${JSON.stringify(import.meta.filename)})`;

/** What the tests want from the operating system, and the command that gets it. */
const SYSTEM_PARTS = {
  bwrap: {
    probe: ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
    install: "apt-get install -y bubblewrap",
    gives: "policy programs confined by the operating system",
  },
  registry: {
    probe: ["npm", "view", "zod", "version", "--fetch-retries=0"],
    install: "npm config set registry URL, or a network",
    gives: "the packages installed as a user installs them",
  },
  chromium: {
    probe: ["chromium", "--version"],
    install: "apt-get install -y --no-install-recommends chromium",
    gives: "the person's page in a browser",
  },
  script: {
    probe: ["script", "-qefc", "stty size", "/dev/null"],
    install: "apt-get install -y bsdutils",
    gives: "commands tried in a terminal of their own",
  },
  users: {
    probe: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, "-e", READ_THIS_FILE],
    install: "running the tests as root, in a folder that other users can read",
    gives: "a gateway that runs as another user than its agent",
  },
  git: { probe: ["git", "--version"], install: "apt-get install -y git", gives: "a fresh clone to test" },
} as const satisfies Record<string, { probe: readonly [string, ...string[]]; install: string; gives: string }>;

export type SystemPart = keyof typeof SYSTEM_PARTS;

/**
 * Whether a test that needs a part of the system has to be skipped: the one place that decides it.
 * On a developer's machine a missing part is a loud skip; under `CI` the answer is always no, so that the test runs and fails.
 */
export function mustSkip(part: SystemPart): boolean {
  const { probe, install, gives } = SYSTEM_PARTS[part];
  const [command, ...args] = probe;
  if (spawnSync(command, args, { stdio: "ignore" }).status === 0) return false;
  process.stderr.write(`\n!! \`${part}\` does not work here (${gives}); get it with: ${install}\n\n`);
  return process.env.CI === undefined || process.env.CI === "";
}
