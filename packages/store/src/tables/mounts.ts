import type { MountRecord, MountState } from "@sallyport/contract/mounts";
import type { Database } from "../database.ts";
import type { MountLedger, MountRecords } from "../facets/mounts.ts";
import { ownerLives } from "./instances.ts";

export function createMountLedger(database: Database): MountLedger {
  return {
    record: ({ agent, name, owner, state, sandbox, restarts, since }) =>
      database.write(async (writing) => {
        const observed = { owner, state_json: JSON.stringify(state), sandbox, restarts, since };
        await writing.query
          .insertInto("mounts")
          .values({ agent, name, ...observed })
          .onConflict((conflict) => conflict.columns(["agent", "name"]).doUpdateSet(observed))
          .execute();
        writing.announce({ topic: "mounts", agent, key: name });
      }),
    remove: ({ agent, name }) =>
      database.write(async (writing) => {
        await writing.query.deleteFrom("mounts").where("agent", "=", agent).where("name", "=", name).execute();
        writing.announce({ topic: "mounts", agent, key: name });
      }),
  };
}

export function createMountRecords(database: Pick<Database, "read">, now: () => number): MountRecords {
  return {
    async list({ agent }) {
      const rows = await database.read(async (query) => {
        const all = query.selectFrom("mounts").selectAll().orderBy("agent").orderBy("name");
        const observed = await (agent === undefined ? all : all.where("agent", "=", agent)).execute();
        const alive = new Map<string, boolean>();
        for (const owner of new Set(observed.map((row) => row.owner)))
          alive.set(owner, await ownerLives({ query, time: now() }, owner));
        return observed.filter(({ owner }) => alive.get(owner) === true);
      });
      return rows.map(({ state_json, ...row }): MountRecord => {
        // The ledger wrote it from the same type.
        return { ...row, state: JSON.parse(state_json) as MountState };
      });
    },
  };
}
