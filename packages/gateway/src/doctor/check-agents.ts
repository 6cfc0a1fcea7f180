import { existsSync } from "node:fs";
import { StoreError, sqlitePath } from "@sallyport/store";
import { withAgents } from "../human-door.ts";
import type { WholeStoreOptions } from "../options.ts";
import type { Finding } from "./finding.ts";

/** A warning for each agent that is stopped; nothing where the store itself is what is wrong. */
export async function checkAgents(options: WholeStoreOptions): Promise<Finding[]> {
  try {
    if (!existsSync(sqlitePath(options.store))) return [];
    const records = await withAgents(options, (agents) => agents.list());
    return records.flatMap(({ agent, aborted }): Finding[] => {
      if (aborted === null) return [];
      const why = aborted.reason === "" ? "" : `: ${aborted.reason}`;
      const detail = `\`${agent}\` is stopped since ${aborted.at} by ${aborted.by}${why}; every call is refused`;
      return [{ level: "warn", subject: "agent", detail, remedy: `\`sallyport agents resume ${agent}\`` }];
    });
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}
