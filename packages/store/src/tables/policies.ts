import type { PolicyStamp } from "@sallyport/contract/decisions";
import { digestOf } from "@sallyport/contract/digests";
import type { PolicyVersion } from "@sallyport/contract/policies";
import { sql } from "kysely";
import type { Database, Query, Writing } from "../database.ts";
import type { ActivePolicy, NewPolicy, PolicyActivation, PolicyHistory, PolicyStart } from "../facets/policies.ts";
import type { PolicyRow } from "./schema.ts";
import { hotStatement } from "./statement.ts";

export function createPolicyRecords(database: Pick<Database, "read">): ActivePolicy & PolicyHistory {
  return {
    active: (agent) => database.read((query) => activePolicy(query, agent)),
    async versions(agent) {
      const rows = await database.read((query) => ofAgent(query, agent).execute());
      return rows.map(versionOf);
    },
    async version(agent, version) {
      const row = await database.read((query) =>
        ofAgent(query, agent).where("version", "=", version).executeTakeFirst(),
      );
      return row === undefined ? null : versionOf(row);
    },
  };
}

export function createPolicyActivation(database: Database): PolicyActivation {
  return {
    activate: (policy) => database.write((writing) => insertPolicy(writing, policy)),
  };
}

export function createPolicyStart(database: Database): PolicyStart {
  return {
    start: (policy) =>
      database.write(async (writing) => {
        return (await activePolicy(writing.query, policy.agent)) ?? (await insertPolicy(writing, policy));
      }),
  };
}

export async function activePolicy(query: Query, agent: string): Promise<PolicyVersion | null> {
  const row = await ofAgent(query, agent).limit(1).executeTakeFirst();
  return row === undefined ? null : versionOf(row);
}

/** The active version's stamp, for the hot path. */
export async function activeStamp(writing: Writing, agent: string): Promise<PolicyStamp | undefined> {
  const [row] = (await selectStamp(writing, [agent])).rows;
  // The two columns named in the statement, of the types the schema gives them.
  return row as PolicyStamp | undefined;
}

const selectStamp = hotStatement(
  () => sql`select version, digest from policies where agent = ${""} order by version desc limit 1`,
);

/** Makes a policy the agent's active one, inside the caller's transaction. The digest covers all that decides. */
export async function insertPolicy(writing: Writing, policy: NewPolicy): Promise<PolicyVersion> {
  const version = ((await activeStamp(writing, policy.agent))?.version ?? 0) + 1;
  const { agent, language, source, mode, non_interactive, author, reason } = policy;
  const digest = digestOf({ language, source, non_interactive });
  const made: PolicyVersion = {
    agent,
    version,
    digest,
    language,
    source,
    mode,
    non_interactive,
    author,
    reason,
    created_at: writing.at,
  };
  await writing.query
    .insertInto("policies")
    .values({ ...made, non_interactive: non_interactive ? 1 : 0 })
    .execute();
  writing.record({ agent, phase: "policy", action: "policy-activated", status: "ok", policy: { version, digest } });
  writing.announce({ topic: "policy", agent, key: String(version) });
  return made;
}

function ofAgent(query: Query, agent: string) {
  return query.selectFrom("policies").selectAll().where("agent", "=", agent).orderBy("version", "desc");
}

function versionOf(row: PolicyRow): PolicyVersion {
  return { ...row, non_interactive: row.non_interactive === 1 };
}
