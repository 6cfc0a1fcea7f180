import { randomUUID } from "node:crypto";
import type { Database, Writing } from "../database.ts";
import type { Instances } from "../facets/instances.ts";
import type { CompositorPresence } from "../facets/wanted-mounts.ts";
import { stillRuns, thisProcess } from "../process-identity.ts";
import type { InstanceRow } from "./schema.ts";

/** How often an instance signs that it lives, and for how long one sign is believed where nothing better can be had. */
const SIGN_EVERY_MS = 10_000;
const SIGN_GOOD_FOR_MS = 60_000;

export function createInstances(database: Database, now: () => number): Instances & { close(): Promise<void> } {
  const entered: { id: string; timer: NodeJS.Timeout }[] = [];

  return {
    async enter({ agent, view }) {
      const id = `instance-${randomUUID()}`;
      await database.write(async (writing) => {
        await clearDead(writing, agent);
        await writing.query
          .insertInto("instances")
          .values({ id, agent, view, ...thisProcess(), seen_at: writing.at })
          .execute();
      });
      const timer = setInterval(() => {
        // A sign that cannot be written now is written ten seconds later; calls fail by themselves meanwhile.
        sign(database, id).catch(() => {});
      }, SIGN_EVERY_MS);
      timer.unref();
      entered.push({ id, timer });
      return id;
    },
    sign: (id) => sign(database, id),
    async isAlive(id) {
      const row = await database.read((query) =>
        query.selectFrom("instances").selectAll().where("id", "=", id).executeTakeFirst(),
      );
      return row !== undefined && lives(row, now());
    },
    async close() {
      for (const { id, timer } of entered.splice(0)) {
        clearInterval(timer);
        await database.write((writing) => clear(writing, [id]));
      }
    },
  };
}

/** Whether the instance's process lives. An instance nobody knows has left. */
export async function ownerLives({ query, time }: Pick<Writing, "query" | "time">, id: string): Promise<boolean> {
  const row = await query.selectFrom("instances").selectAll().where("id", "=", id).executeTakeFirst();
  return row !== undefined && lives(row, time);
}

/** How many compositors serve the agent itself now; its person's view is not one of them. */
export async function livingCompositors(
  { query, time }: Pick<Writing, "query" | "time">,
  agent: string,
): Promise<number> {
  const rows = await query
    .selectFrom("instances")
    .selectAll()
    .where("agent", "=", agent)
    .where("view", "=", "agent")
    .execute();
  return rows.filter((row) => lives(row, time)).length;
}

function lives(row: InstanceRow, time: number): boolean {
  return stillRuns(row) ?? Date.parse(row.seen_at) > time - SIGN_GOOD_FOR_MS;
}

async function sign(database: Database, id: string): Promise<void> {
  await database.write((writing) =>
    writing.query.updateTable("instances").set({ seen_at: writing.at }).where("id", "=", id).execute(),
  );
}

/** What dead instances of the agent left: their rows, and the mounts they would still be showing. */
async function clearDead(writing: Writing, agent: string): Promise<void> {
  const rows = await writing.query.selectFrom("instances").selectAll().where("agent", "=", agent).execute();
  const dead = rows.filter((row) => !lives(row, writing.time)).map(({ id }) => id);
  await clear(writing, dead);
}

/** Nothing of an instance that has ended is shown as running, nor what one recorded after it was taken for dead. */
async function clear(writing: Writing, ids: readonly string[]): Promise<void> {
  for (const id of ids) await writing.query.deleteFrom("instances").where("id", "=", id).execute();
  const left = await writing.query
    .deleteFrom("mounts")
    .where("owner", "not in", writing.query.selectFrom("instances").select("id"))
    .returning(["agent", "name"])
    .execute();
  for (const { agent, name } of left) writing.announce({ topic: "mounts", agent, key: name });
}

/** Who would make an agent's wishes come true. */
export function createCompositorPresence(database: Pick<Database, "read">, now: () => number): CompositorPresence {
  return {
    compositors: (agent) => database.read((query) => livingCompositors({ query, time: now() }, agent)),
  };
}
