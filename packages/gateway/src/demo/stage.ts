import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { EXIT } from "@sallyport/contract/exit-codes";
import { type Child, connectChild } from "@sallyport/mcp";
import { CommandFailure } from "../command-failure.ts";
import type { Surroundings } from "../surroundings.ts";
import { VERSION } from "../version.ts";

/** The server behind the demo's door, at the version the demo was written with. */
const FILESYSTEM_SERVER = "@modelcontextprotocol/server-filesystem@2026.8.31";

/** Where the demo plays: a folder of its own, a gateway over it, and the person's command line. */
export interface Stage {
  /** The files the agent works on. */
  folder: string;
  /** The agent's MCP client, connected to a real `sallyport serve`. */
  agent: Child;
  /** Writes a file beside the agent's folder and answers its path. */
  write(name: string, text: string): Promise<string>;
  /** Runs a real `sallyport` command as the person would, and answers what it printed. */
  human(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

export async function openStage(surroundings: Surroundings, filesystemServer: string | undefined): Promise<Stage> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "sallyport-demo-")));
  const folder = join(home, "notes");
  const write = async (name: string, text: string) => {
    const path = join(home, name);
    await writeFile(path, text);
    return path;
  };
  await mkdir(folder);
  await write("notes/shopping.txt", "bread, tea\n");
  const server =
    filesystemServer === undefined
      ? { command: "npx", args: ["-y", FILESYSTEM_SERVER, folder] }
      : { command: process.execPath, args: [resolve(surroundings.cwd, filesystemServer), folder] };
  const config = { mcpServers: { files: { ...server, sallyport: { trusted: true } } } };
  const configPath = await write("servers.json", JSON.stringify(config, null, 2));

  const env = withoutUnset({
    ...surroundings.env,
    SALLYPORT_STORE: `sqlite:${join(home, "state.db")}`,
    SALLYPORT_AGENT: undefined,
    SALLYPORT_CONFIG: configPath,
    SALLYPORT_HTTP: "off",
    SALLYPORT_LOG_LEVEL: "warn",
  });
  const [program, ...own] = surroundings.self;
  const stderr: string[] = [];
  const agent = await connectChild(
    { type: "stdio", command: program, args: [...own, "serve"], env, cwd: home },
    {
      info: { name: "demo-agent", version: VERSION },
      capabilities: {},
      onStderr: (line) => stderr.push(line),
    },
  ).catch((error: unknown) => {
    throw new CommandFailure(EXIT.failed, [`the gateway did not start: ${String(error)}`, ...stderr].join("\n"));
  });

  return {
    folder,
    agent,
    write,
    human: (...args) => runHuman([program, ...own, ...args], env, home),
    async close() {
      await agent.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function runHuman([program = "", ...args]: string[], env: Record<string, string>, cwd: string): Promise<string> {
  const child = spawn(program, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise<number | null>((settle, fail) => child.on("error", fail).on("close", settle));
  if (code !== 0)
    throw new CommandFailure(EXIT.failed, `exit ${code}: ${Buffer.concat(errors).toString("utf8").trim()}`);
  return Buffer.concat(chunks).toString("utf8");
}

function withoutUnset(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
