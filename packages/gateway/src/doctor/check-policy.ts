import { existsSync } from "node:fs";
import type { PolicyVersion } from "@sallyport/contract/policies";
import { createChecker, openQuickjs, type PolicyEngine } from "@sallyport/policy";
import { StoreError, sqlitePath } from "@sallyport/store";
import { withRecords } from "../human-door.ts";
import type { StoreOptions } from "../options.ts";
import type { Finding } from "./finding.ts";

/** Whether the engine runs, and whether the agent's active policy loads in it and passes its own tests. */
export async function checkPolicy(options: StoreOptions): Promise<Finding[]> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(openQuickjs({}), (opened) => opened.close());
  const health = await engine.health();
  const engineFinding: Finding = health.ok
    ? { level: "ok", subject: "engine", detail: `${engine.id}: ${health.detail}` }
    : { level: "fail", subject: "engine", detail: `${engine.id}: ${health.detail}`, remedy: health.remedy };
  return [engineFinding, await activePolicy(options, engine)];
}

async function activePolicy(options: StoreOptions, engine: PolicyEngine): Promise<Finding> {
  const subject = "policy";
  const active = await activeVersion(options);
  if (active === "unreadable") {
    return { level: "fail", subject, detail: "the store cannot be read", remedy: "mend the store first" };
  }
  if (active === null) {
    const detail = `agent \`${options.agent}\` has none yet; it starts with the mode \`ask-writes\``;
    return { level: "ok", subject, detail };
  }
  const { valid, errors } = await createChecker({ engines: [engine] }).check(active);
  if (valid)
    return { level: "ok", subject, detail: `version ${active.version} (${active.mode}) of agent \`${options.agent}\`` };
  const [first] = errors;
  const place = first?.line === undefined ? "" : `line ${first.line}: `;
  return {
    level: "fail",
    subject,
    detail: `version ${active.version} does not load, so every call is refused: ${place}${first?.message}`,
    remedy: "`sallyport policy rollback VERSION`, `sallyport policy set FILE` or `sallyport modes set ask-writes`",
  };
}

async function activeVersion(options: StoreOptions): Promise<PolicyVersion | null | "unreadable"> {
  try {
    if (!existsSync(sqlitePath(options.store))) return null;
    return await withRecords(options, ({ policies }) => policies.active(options.agent));
  } catch (error) {
    if (error instanceof StoreError) return "unreadable";
    throw error;
  }
}
