import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApprovalRecord, approvalRecord } from "@sallyport/contract/approvals";
import { GATE_ERRORS, WireError } from "@sallyport/contract/errors";
import { type JsonObject, ownProperty } from "@sallyport/contract/json";
import { proposalPage } from "@sallyport/contract/proposals";
import { shortIds } from "../short-ids.ts";
import { GUARDED, proposedPolicy } from "./policies.ts";
import type { Stage } from "./stage.ts";

/** One step of the tour. It throws where something else happened than its title says. */
export interface Scene {
  title: string;
  play(stage: Stage, say: (who: "agent" | "human" | "gate" | "disk", text: string) => void): Promise<void>;
}

const WAIT_MS = 20_000;
const POLL_MS = 100;

export const SCENES: readonly Scene[] = [
  {
    title: "The agent's client sees one server",
    async play({ agent }, say) {
      const { tools } = await agent.request("tools/list");
      const names = (Array.isArray(tools) ? tools : []).map((tool) => String(ownProperty(tool, "name")));
      expect(names.includes("files_read_text_file"), `the file server's tools are missing: ${names.join(", ")}`);
      expect(!names.some((name) => name.startsWith("policy_approver")), "the human's tools are in the agent's list");
      const own = names.filter((name) => !name.startsWith("files_"));
      say("agent", `tools/list: ${names.length - own.length} tools of the server \`files\`, and ${own.join(", ")}`);
    },
  },
  {
    title: "A read is allowed",
    async play({ agent, folder }, say) {
      const path = join(folder, "shopping.txt");
      say("agent", `files_read_text_file ${JSON.stringify({ path })}`);
      const answer = await callTool(agent, "files_read_text_file", { path });
      expect(answer.includes("bread, tea"), `it read: ${answer}`);
      say("gate", `allowed; it reads: ${answer}`);
    },
  },
  {
    title: "A write asks, the human says yes, it runs",
    async play(stage, say) {
      const path = join(stage.folder, "shopping.txt");
      const input = { path, content: "bread, tea, butter\n" };
      say("agent", `files_write_file ${JSON.stringify(input)}`);
      const call = outcome(callTool(stage.agent, "files_write_file", input));
      const id = typed((await waiting(stage)).approval_id);
      say("gate", "the call waits");
      say("human", "$ sallyport approvals list");
      say("human", await stage.human("approvals", "list"));
      say("human", `$ sallyport approvals show ${id}`);
      say("human", await stage.human("approvals", "show", id));
      say("human", `$ sallyport approvals approve ${id}`);
      say("human", await stage.human("approvals", "approve", id));
      const answer = await call;
      expect(answer.kind === "result", `the approved call failed: ${describe(answer)}`);
      say("agent", describe(answer));
      const written = await readFile(path, "utf8");
      expect(written === input.content, `the file holds: ${written}`);
      say("disk", `shopping.txt holds: ${written}`);
    },
  },
  {
    title: "A write asks, the human says no, nothing runs",
    async play(stage, say) {
      const path = join(stage.folder, "shopping.txt");
      const input = { path, content: "champagne\n" };
      say("agent", `files_write_file ${JSON.stringify(input)}`);
      const call = outcome(callTool(stage.agent, "files_write_file", input));
      const id = typed((await waiting(stage)).approval_id);
      say("human", `$ sallyport approvals deny ${id} --reason "not on the list"`);
      say("human", await stage.human("approvals", "deny", id, "--reason", "not on the list"));
      say("agent", refusal(await call, GATE_ERRORS.policy_denied_continue));
      const kept = await readFile(path, "utf8");
      expect(kept === "bread, tea, butter\n", `the denied call changed the file: ${kept}`);
      say("disk", `shopping.txt still holds: ${kept}`);
    },
  },
  {
    title: "The human sets a policy; it denies a call by itself",
    async play(stage, say) {
      const policy = await stage.write("policy.ts", GUARDED);
      say("human", "$ sallyport policy check policy.ts");
      say("human", await stage.human("policy", "check", "policy.ts"));
      say("human", "$ sallyport policy set policy.ts");
      say("human", await stage.human("policy", "set", policy));
      const input = { source: join(stage.folder, "shopping.txt"), destination: join(stage.folder, "gone.txt") };
      say("agent", `files_move_file ${JSON.stringify(input)}`);
      const answer = await outcome(callTool(stage.agent, "files_move_file", input));
      say("agent", refusal(answer, GATE_ERRORS.policy_denied_continue));
    },
  },
  {
    title: "The agent proposes a better policy, the human reads and approves it",
    async play(stage, say) {
      const source = proposedPolicy(join(stage.folder, "shopping.txt"));
      const input = { source, title: "let me keep the shopping list", rationale: "I was asked to keep it up to date" };
      say(
        "agent",
        `policy_proposer_propose_policy ${JSON.stringify({ ...input, source: `${source.length} characters` })}`,
      );
      const answer = await stage.agent.request("tools/call", {
        name: "policy_proposer_propose_policy",
        arguments: input,
      });
      const whole = ownProperty(answer.structuredContent, "id");
      if (typeof whole !== "string") throw new Error(`the proposal failed: ${JSON.stringify(answer)}`);
      const id = typed(whole);
      say("human", `$ sallyport proposals show ${id}`);
      say("human", await stage.human("proposals", "show", id));
      const [page] = proposalPage.array().parse(JSON.parse(await stage.human("proposals", "show", id, "--json")));
      const review = page?.review?.slice(0, 12) ?? "";
      say("human", `$ sallyport proposals approve ${id} --review ${review}`);
      say("human", await stage.human("proposals", "approve", id, "--review", review));
    },
  },
  {
    title: "The write that asked before now runs",
    async play(stage, say) {
      const path = join(stage.folder, "shopping.txt");
      const input = { path, content: "bread, tea, butter, jam\n" };
      say("agent", `files_write_file ${JSON.stringify(input)}`);
      say("agent", await callTool(stage.agent, "files_write_file", input));
      expect((await pending(stage)).length === 0, "it asked");
      say("disk", `shopping.txt holds: ${await readFile(path, "utf8")}`);
    },
  },
  {
    title: "All of it is on record",
    async play(stage, say) {
      say("human", "$ sallyport timeline --last 8");
      say("human", await stage.human("timeline", "--last", "8"));
      say("human", "$ sallyport verify");
      say("human", await stage.human("verify"));
    },
  },
];

/** An id as a person types it; there is but one of its kind in a scene. */
const typed = (id: string) => shortIds([id])(id);

type Outcome = { kind: "result"; text: string } | { kind: "error"; error: unknown };

/** What a call led to, as a value: a refusal is what some scenes wait for. */
function outcome(call: Promise<string>): Promise<Outcome> {
  return call.then(
    (text) => ({ kind: "result", text }),
    (error: unknown) => ({ kind: "error", error }),
  );
}

async function callTool(agent: Stage["agent"], name: string, args: JsonObject): Promise<string> {
  const result = await agent.request("tools/call", { name, arguments: args });
  const content = Array.isArray(result.content) ? result.content : [];
  const text = content.map((block) => String(ownProperty(block, "text") ?? "")).join("\n");
  expect(result.isError !== true, `${name} failed: ${text}`);
  return text.trim();
}

/** The code, word and reason of a gate's refusal; anything else that happened is an error of the demo. */
function refusal(answer: Outcome, code: number): string {
  const error = answer.kind === "error" ? answer.error : undefined;
  if (!(error instanceof WireError) || error.code !== code) throw new Error(`no error ${code}: ${describe(answer)}`);
  return `error ${error.code} ${error.message}: ${String(ownProperty(error.data, "reason"))}`;
}

function describe(answer: Outcome): string {
  if (answer.kind === "result") return answer.text;
  return answer.error instanceof Error ? answer.error.message : String(answer.error);
}

async function pending(stage: Stage): Promise<ApprovalRecord[]> {
  return approvalRecord.array().parse(JSON.parse(await stage.human("approvals", "list", "--json")));
}

async function waiting(stage: Stage): Promise<ApprovalRecord> {
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline) {
    const [record] = await pending(stage);
    if (record !== undefined) return record;
    await sleep(POLL_MS);
  }
  throw new Error("nothing came up for approval");
}

function expect(truth: boolean, otherwise: string): void {
  if (!truth) throw new Error(otherwise);
}
