import type { MountLaunch, MountRecord, MountState } from "@sallyport/contract/mounts";
import type { Database } from "../database.ts";
import type { MountLedger, MountRecords } from "../facets/mounts.ts";
import { ownerLives } from "./instances.ts";

export function createMountLedger(database: Database): MountLedger {
  return {
    record: ({ agent, view, name, ...mount }) =>
      database.write(async (writing) => {
        const { owner, origin, spec_digest, sandbox, restarts, since } = mount;
        const pinned: 0 | 1 = mount.pinned ? 1 : 0;
        const launch_json = mount.launch === null ? null : JSON.stringify(mount.launch);
        const state_json = JSON.stringify(mount.state);
        const observed = { owner, origin, pinned, spec_digest, launch_json, state_json, sandbox, restarts, since };
        await writing.query
          .insertInto("mounts")
          .values({ agent, view, name, ...observed })
          .onConflict((conflict) => conflict.columns(["agent", "view", "name"]).doUpdateSet(observed))
          .execute();
        writing.announce({ topic: "mounts", agent, key: name });
      }),
    remove: ({ agent, view, name }) =>
      database.write(async (writing) => {
        await writing.query
          .deleteFrom("mounts")
          .where("agent", "=", agent)
          .where("view", "=", view)
          .where("name", "=", name)
          .execute();
        writing.announce({ topic: "mounts", agent, key: name });
      }),
  };
}

export function createMountRecords(database: Pick<Database, "read">, now: () => number): MountRecords {
  return {
    async list({ agent, view }) {
      const rows = await database.read(async (query) => {
        let wanted = query.selectFrom("mounts").selectAll().orderBy("agent").orderBy("view").orderBy("name");
        if (agent !== undefined) wanted = wanted.where("agent", "=", agent);
        if (view !== undefined) wanted = wanted.where("view", "=", view);
        const observed = await wanted.execute();
        const alive = new Map<string, boolean>();
        for (const owner of new Set(observed.map((row) => row.owner)))
          alive.set(owner, await ownerLives({ query, time: now() }, owner));
        return observed.filter(({ owner }) => alive.get(owner) === true);
      });
      return rows.map(({ launch_json, state_json, pinned, ...row }): MountRecord => {
        // The ledger wrote both from the same types.
        const launch = launch_json === null ? null : (JSON.parse(launch_json) as MountLaunch);
        return { ...row, pinned: pinned === 1, launch, state: JSON.parse(state_json) as MountState };
      });
    },
  };
}
