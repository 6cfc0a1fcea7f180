import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { openStore } from "@sallyport/store";
import { EVIL_MCP, GATEWAY } from "./bins.ts";
import { eventually } from "./eventually.ts";
import { processesWith } from "./processes.ts";
import { type Params, RawClient, type RawClientSpec } from "./raw-client.ts";

export type Children = Record<string, Params>;
export interface ServeOptions extends Partial<Pick<RawClientSpec, "capabilities" | "clientInfo" | "answers">> {
  agent?: string;
  /** Top-level keys beside `mcpServers`. */
  config?: Params;
  env?: Record<string, string>;
  command?: string[];
}
export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}
export type TestBed = ReturnType<typeof createTestBed>;

/** A folder, a store and the processes on it: everything one test has, gone when the test ends, with no process left. */
export function createTestBed() {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-acceptance-"));
  const marker = `bed-${randomUUID()}`;
  const store = `sqlite:${join(folder, "store.db")}`;
  const countFile = join(folder, "count.jsonl");
  const clients: RawClient[] = [];

  const environment = (agent: string): Record<string, string> => ({
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CONFIG_HOME: join(folder, "config"),
    SALLYPORT_STORE: store,
    SALLYPORT_AGENT: agent,
  });

  const bed = {
    folder,
    store,
    marker,
    countFile,
    environment,

    write(name: string, content: string): string {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },

    /** An `mcpServers` entry for the fixture; its executed calls are counted in this bed. */
    evil: (...flags: string[]) => ({
      command: process.execPath,
      args: [EVIL_MCP, "--marker", marker, "--count", countFile, ...flags],
    }),

    /** What really happened at the children, in order. */
    effects: (): Params[] =>
      existsSync(countFile)
        ? readFileSync(countFile, "utf8")
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],

    /** Executed calls of one tool. */
    ran: (tool: string): number => bed.effects().filter((effect) => effect.tool === tool).length,

    /** Starts `sallyport serve` over these children, not yet initialized. */
    launch(children: Children, options: ServeOptions = {}): RawClient {
      const config = bed.write(
        `config-${clients.length}.json`,
        JSON.stringify({ mcpServers: children, ...options.config }),
      );
      const agent = options.agent ?? "default";
      const client = new RawClient({
        command: process.execPath,
        args: options.command ?? [GATEWAY, "serve", "--config", config],
        env: { ...environment(agent), ...options.env },
        cwd: folder,
        ...(options.capabilities ? { capabilities: options.capabilities } : {}),
        ...(options.clientInfo ? { clientInfo: options.clientInfo } : {}),
        ...(options.answers ? { answers: options.answers } : {}),
      });
      clients.push(client);
      return client;
    },

    async serve(children: Children, options: ServeOptions = {}): Promise<RawClient> {
      const client = bed.launch(children, options);
      const { error } = await client.initialize();
      if (error) throw new Error(`initialize failed: ${JSON.stringify(error)}\n${client.stderr}`);
      return client;
    },

    /** Any stdio client that this bed closes at the end. */
    async connect(spec: RawClientSpec): Promise<RawClient> {
      const client = new RawClient(spec);
      clients.push(client);
      await client.initialize();
      return client;
    },

    /** Runs the command as a person would, and waits for its end. */
    sallyport(args: readonly string[], agent = "default", env: Record<string, string> = {}): Promise<CommandRun> {
      return new Promise((resolve) => {
        const run = execFile(
          process.execPath,
          [GATEWAY, ...args],
          { env: { ...environment(agent), ...env }, cwd: folder, maxBuffer: 64 * 1024 * 1024 },
          (_error, stdout, stderr) => resolve({ code: run.exitCode, stdout, stderr }),
        );
        run.stdin?.end();
      });
    },

    /** As {@link sallyport}, but it must succeed; answers its JSON. */
    // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what the command printed, whatever it is
    async json(args: readonly string[], agent = "default"): Promise<any> {
      const { code, stdout, stderr } = await bed.sallyport([...args, "--json"], agent);
      if (code !== 0) throw new Error(`sallyport ${args.join(" ")} exited ${code}\n${stdout}\n${stderr}`);
      return JSON.parse(stdout);
    },

    /** Runs a command that must succeed. */
    async must(args: readonly string[], agent = "default"): Promise<string> {
      const { code, stdout, stderr } = await bed.sallyport(args, agent);
      if (code !== 0) throw new Error(`sallyport ${args.join(" ")} exited ${code}\n${stdout}\n${stderr}`);
      return stdout;
    },

    setMode: (mode: string, agent?: string) => bed.must(["modes", "set", mode], agent),

    setPolicy: (source: string, agent?: string) => bed.must(["policy", "set", bed.write("policy.ts", source)], agent),

    async pending(agent?: string): Promise<ApprovalRecord[]> {
      const reader = await openStore(store, "reader");
      try {
        return await reader.approvals.pending(agent === undefined ? {} : { agent });
      } finally {
        await reader.close();
      }
    },

    async approval(id: string): Promise<ApprovalRecord> {
      const reader = await openStore(store, "reader");
      try {
        const record = await reader.approvals.get(id);
        if (record === null) throw new Error(`no approval ${id}`);
        return record;
      } finally {
        await reader.close();
      }
    },

    /** Waits until this many asks wait, and answers them. */
    waiting: (count: number, agent?: string): Promise<ApprovalRecord[]> =>
      eventually(`${count} approvals waiting`, async () => {
        const records = await bed.pending(agent);
        return records.length === count && records;
      }),

    async [Symbol.asyncDispose](): Promise<void> {
      const closings = await Promise.allSettled(clients.map((client) => client.close()));
      try {
        await eventually("no child process is left", () => processesWith(marker).length === 0, 6_000);
      } finally {
        for (const { pid } of processesWith(marker)) process.kill(pid, "SIGKILL");
        rmSync(folder, { recursive: true, force: true });
      }
      const failed = closings.find((closing) => closing.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
  return bed;
}
