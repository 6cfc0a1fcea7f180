import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovalRecord } from "@sallyport/contract/approvals";
import type { ModeId } from "@sallyport/contract/policies";
import { loadMode } from "@sallyport/policy";
import { type OpenStore, openStore } from "@sallyport/store";
import { bin, EVIL_MCP, GATEWAY, HUMAN_DOOR } from "./bins.ts";
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

  let opened: Promise<OpenStore<"reader">> | undefined;
  const reader = () => {
    opened ??= openStore(store, "reader");
    return opened;
  };

  const environment = (agent: string): Record<string, string> => ({
    PATH: process.env.PATH ?? "",
    HOME: folder,
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CONFIG_HOME: join(folder, "config"),
    SALLYPORT_STORE: store,
    SALLYPORT_AGENT: agent,
    // A test that is about the HTTP door says so.
    SALLYPORT_HTTP: "off",
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

    serve(children: Children, options: ServeOptions = {}): Promise<RawClient> {
      return initialized(bed.launch(children, options));
    },

    /** The person's door of an agent, on a stdio of its own; `children` are the servers a person may see. */
    human(children: Children = {}, agent = "default"): Promise<RawClient> {
      const config = bed.write(`human-${clients.length}.json`, JSON.stringify({ mcpServers: children }));
      return bed.connect({
        command: process.execPath,
        args: [HUMAN_DOOR, config],
        env: environment(agent),
        cwd: folder,
      });
    },

    /** One server by itself, as any client's configuration would start it. */
    alone(name: string, args: readonly string[] = [], agent = "default"): Promise<RawClient> {
      return bed.connect({
        command: process.execPath,
        args: [bin(name), ...args],
        env: environment(agent),
        cwd: folder,
      });
    },

    /** Any stdio client that this bed closes at the end. */
    async connect(spec: RawClientSpec): Promise<RawClient> {
      const client = new RawClient(spec);
      clients.push(client);
      return initialized(client);
    },

    /** Runs the command as a person would, and waits for its end. */
    sallyport: (args: readonly string[], agent = "default", env: Record<string, string> = {}): Promise<CommandRun> =>
      bed.run("gateway", args, agent, env),

    /** Runs any of our commands with nothing on its stdin, and waits for its end. */
    run(
      name: string,
      args: readonly string[],
      agent = "default",
      env: Record<string, string> = {},
    ): Promise<CommandRun> {
      return new Promise((resolve) => {
        const run = execFile(
          process.execPath,
          [bin(name), ...args],
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

    /** Puts a shipped mode in force, past the command: most tests are about what comes after. */
    async setMode(mode: Exclude<ModeId, "non-interactive">, agent = "default"): Promise<void> {
      const { source } = await loadMode(mode);
      await activate(store, { agent, mode, source, non_interactive: false });
    },

    /** Puts a program in force, unchecked. */
    setPolicy: (source: string, agent = "default") =>
      activate(store, { agent, mode: "custom", source, non_interactive: false }),

    async pending(agent?: string): Promise<ApprovalRecord[]> {
      const { approvals } = await reader();
      return approvals.pending(agent === undefined ? {} : { agent });
    },

    async approval(id: string): Promise<ApprovalRecord> {
      const record = await (await reader()).approvals.get(id);
      if (record === null) throw new Error(`no approval ${id}`);
      return record;
    },

    /** Says yes as a person does, past the command: for tests about what comes after, by the hundred. */
    approve: (id: string) => withApprover(store, ({ approvals }) => approvals.approve({ id, by: "a test" })),

    deny: (id: string) =>
      withApprover(store, ({ approvals }) => approvals.deny({ id, reason: "", stop_agent: false, by: "a test" })),

    /** Waits until this many asks wait, and answers them. */
    waiting: (count: number, agent?: string): Promise<ApprovalRecord[]> =>
      eventually(`${count} approvals waiting`, async () => {
        const records = await bed.pending(agent);
        return records.length === count && records;
      }),

    async [Symbol.asyncDispose](): Promise<void> {
      await (await opened)?.close();
      const closings = await Promise.allSettled(clients.map((client) => client.close()));
      try {
        await eventually("no child process is left", () => processesWith(marker).length === 0);
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

async function initialized(client: RawClient): Promise<RawClient> {
  const { error } = await client.initialize();
  if (error) throw new Error(`initialize failed: ${JSON.stringify(error)}\n${client.stderr}`);
  return client;
}

function activate(
  store: string,
  policy: { agent: string; mode: string; source: string; non_interactive: boolean },
): Promise<unknown> {
  return withApprover(store, ({ policies }) =>
    policies.activate({ ...policy, language: "typescript", author: "a test", reason: "" }),
  );
}

async function withApprover<Answer>(
  store: string,
  work: (approver: OpenStore<"approver">) => Promise<Answer>,
): Promise<Answer> {
  const approver = await openStore(store, "approver");
  try {
    return await work(approver);
  } finally {
    await approver.close();
  }
}
