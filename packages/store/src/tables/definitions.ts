import { Fault } from "@sallyport/contract/faults";
import type { JsonObject } from "@sallyport/contract/json";
import type { DefinitionChange } from "@sallyport/contract/mounts";
import type { Database, Writing } from "../database.ts";
import type { DefinitionDecisions, DefinitionLedger, DefinitionRecords } from "../facets/mounts.ts";
import type { DefinitionRow } from "./schema.ts";

/** Rows of one insert: SQLite takes at most 32,766 values in a statement. */
const INSERT_ROWS = 500;

type Observation = Parameters<DefinitionLedger["observe"]>[0];

export function createDefinitionLedger(database: Database): DefinitionLedger {
  return {
    observe: (observation) =>
      database.write(async (writing) => {
        const rows = await ofServer(writing, observation);
        const known = new Map(rows.map((row) => [row.tool, row]));
        await pinNew(writing, observation, known);
        const changes: DefinitionChange[] = [];
        for (const seen of observation.tools) {
          const row = known.get(seen.tool);
          if (row === undefined) continue;
          const observed = await observeKnown(writing, row, seen);
          if (observed !== null) changes.push(observed);
        }
        return changes;
      }),
    accepted: (of) =>
      database.read(async (query) => {
        const rows = await ofServer({ query }, of);
        return new Map(rows.map(({ tool, accepted_digest }) => [tool, accepted_digest]));
      }),
  };
}

export function createDefinitionRecords(database: Pick<Database, "read">): DefinitionRecords {
  return {
    async changes({ agent }) {
      const rows = await database.read((query) => {
        const changed = query
          .selectFrom("definitions")
          .selectAll()
          .where("observed_digest", "is not", null)
          .orderBy("agent")
          .orderBy("server")
          .orderBy("tool");
        return (agent === undefined ? changed : changed.where("agent", "=", agent)).execute();
      });
      return rows.map(changeOf).filter((change) => change !== null);
    },
  };
}

export function createDefinitionDecisions(database: Database): DefinitionDecisions {
  return {
    accept: ({ agent, server, tool, digest, by }) =>
      database.write(async (writing) => {
        const row = (await ofServer(writing, { agent, server })).find((row) => row.tool === tool);
        if (row === undefined || row.observed_json === null || row.observed_digest === null) {
          throw new Fault(
            "not_found",
            `no changed definition of \`${tool}\` on \`${server}\`; nothing waits to be accepted`,
          );
        }
        if (row.observed_digest !== digest) {
          throw new Fault(
            "stale_review",
            `\`${tool}\` on \`${server}\` changed again since it was read; read it again`,
          );
        }
        await update(writing, row, {
          accepted_json: row.observed_json,
          accepted_digest: digest,
          observed_json: null,
          observed_digest: null,
          changed_at: null,
          accepted_by: by,
        });
        tell(writing, row, "definition-accepted");
      }),
  };
}

function ofServer(
  { query }: Pick<Writing, "query">,
  { agent, server }: { agent: string; server: string },
): Promise<DefinitionRow[]> {
  return query.selectFrom("definitions").selectAll().where("agent", "=", agent).where("server", "=", server).execute();
}

async function pinNew(
  writing: Writing,
  { agent, server, tools }: Observation,
  known: ReadonlyMap<string, DefinitionRow>,
): Promise<void> {
  const rows = tools
    .filter(({ tool }) => !known.has(tool))
    .map(({ tool, definition, digest }) => ({
      agent,
      server,
      tool,
      accepted_json: JSON.stringify(definition),
      accepted_digest: digest,
    }));
  for (let start = 0; start < rows.length; start += INSERT_ROWS) {
    await writing.query
      .insertInto("definitions")
      .values(rows.slice(start, start + INSERT_ROWS))
      .execute();
  }
}

/** What an observation means for a pinned tool: null where it is as accepted, else the change that stands. */
async function observeKnown(
  writing: Writing,
  row: DefinitionRow,
  seen: Observation["tools"][number],
): Promise<DefinitionChange | null> {
  if (seen.digest === row.accepted_digest) {
    if (row.observed_digest === null) return null;
    await update(writing, row, { observed_json: null, observed_digest: null, changed_at: null });
    tell(writing, row, "definition-restored");
    return null;
  }
  if (seen.digest === row.observed_digest) return changeOf(row);
  const observed = {
    observed_json: JSON.stringify(seen.definition),
    observed_digest: seen.digest,
    changed_at: writing.at,
  };
  await update(writing, row, observed);
  tell(writing, row, "definition-changed");
  return changeOf({ ...row, ...observed });
}

async function update(writing: Writing, row: DefinitionRow, values: Partial<DefinitionRow>): Promise<void> {
  await writing.query
    .updateTable("definitions")
    .set(values)
    .where("agent", "=", row.agent)
    .where("server", "=", row.server)
    .where("tool", "=", row.tool)
    .execute();
}

function tell(writing: Writing, { agent, server, tool }: DefinitionRow, action: string): void {
  writing.record({ agent, phase: "mount", action, status: "ok", server, tool });
  writing.announce({ topic: "definitions", agent, key: `${server}/${tool}` });
}

function changeOf(row: DefinitionRow): DefinitionChange | null {
  const { agent, server, tool, accepted_digest, observed_digest, changed_at } = row;
  if (row.observed_json === null || observed_digest === null || changed_at === null) return null;
  // The ledger wrote both from JSON objects.
  const accepted = JSON.parse(row.accepted_json) as JsonObject;
  const observed = JSON.parse(row.observed_json) as JsonObject;
  return { agent, server, tool, accepted, accepted_digest, observed, observed_digest, changed_at };
}
