import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "../harness/eventually.ts";
import { freePort } from "../harness/http-server.ts";

const require = createRequire(import.meta.url);
const run = promisify(execFile);
export const workspace = join(import.meta.dirname, "../../../..");

/** What every command of these tests is run with: this Node first, so that nothing runs on the machine's own. */
export const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

/** A registry of our own on the loopback; what it does not have it takes from the registry npm is configured to use. */
export interface LocalRegistry extends AsyncDisposable {
  url: string;
  /** Where it keeps what it has, and where there is room for what is installed from it. */
  folder: string;
  /** An `npmrc` that makes npm and pnpm use it. */
  npmrc: string;
}

export async function startLocalRegistry(folder: string): Promise<LocalRegistry> {
  const { stdout } = await run("npm", ["config", "get", "registry"], { cwd: folder });
  const config = join(folder, "verdaccio.json");
  // Verdaccio reads YAML, which JSON is.
  writeFileSync(config, JSON.stringify(verdaccioConfig(join(folder, "storage"), stdout.trim())));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const script = join(dirname(require.resolve("verdaccio/package.json")), "bin/verdaccio");
  const server = spawn(process.execPath, [script, "--config", config, "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const npmrc = join(folder, "npmrc");
  // Publishing without a token is refused by the clients themselves; the registry asks for none.
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\n`);
  await eventually("the registry answers", () =>
    fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    folder,
    npmrc,
    async [Symbol.asyncDispose]() {
      server.kill("SIGKILL");
      await ended;
    },
  };
}

/** Publishes every package of the workspace that is not private, packed as a release packs it. */
export async function publishWorkspace({ url, npmrc }: LocalRegistry): Promise<void> {
  await run("npx", ["-y", "pnpm@12", "-r", "publish", "--no-git-checks", "--registry", url], {
    cwd: workspace,
    env: { ...process.env, PATH, npm_config_userconfig: npmrc },
  });
}

function verdaccioConfig(storage: string, upstream: string): object {
  return {
    storage,
    uplinks: { configured: { url: upstream, timeout: "60s" } },
    packages: {
      "@sallyport/*": { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "configured" },
    },
  };
}
