import type { MountLaunch, MountRecord, MountState } from "@sallyport/contract/mounts";
import type { Database } from "../database.ts";
import type { MountLedger, MountRecords } from "../facets/mounts.ts";
import { ownerLives } from "./instances.ts";
import type { MountRow } from "./schema.ts";

export function createMountLedger(database: Database): MountLedger {
  return {
    record: ({ agent, view, name, owner, ...mount }) =>
      database.write(async (writing) => {
        const { origin, spec_digest, sandbox, restarts, since, stderr_lines } = mount;
        const pinned: 0 | 1 = mount.pinned ? 1 : 0;
        const launch_json = mount.launch === null ? null : JSON.stringify(mount.launch);
        const state_json = JSON.stringify(mount.state);
        const stderr_json = JSON.stringify(mount.stderr);
        const how = { origin, pinned, spec_digest, launch_json, state_json, sandbox, restarts, since };
        const observed = { ...how, stderr_json, stderr_lines };
        await writing.query
          .insertInto("mounts")
          .values({ agent, view, name, owner, ...observed })
          .onConflict((conflict) => conflict.columns(["agent", "view", "name", "owner"]).doUpdateSet(observed))
          .execute();
        writing.announce({ topic: "mounts", agent, key: name });
      }),
    recordStderr: ({ agent, view, name, owner, stderr, stderr_lines }) =>
      database.write(async (writing) => {
        await writing.query
          .updateTable("mounts")
          .set({ stderr_json: JSON.stringify(stderr), stderr_lines })
          .where("agent", "=", agent)
          .where("view", "=", view)
          .where("name", "=", name)
          .where("owner", "=", owner)
          .execute();
        writing.announce({ topic: "mount_stderr", agent, key: name });
      }),
    remove: ({ agent, view, name, owner }) =>
      database.write(async (writing) => {
        await writing.query
          .deleteFrom("mounts")
          .where("agent", "=", agent)
          .where("view", "=", view)
          .where("name", "=", name)
          .where("owner", "=", owner)
          .execute();
        writing.announce({ topic: "mounts", agent, key: name });
      }),
  };
}

export function createMountRecords(database: Pick<Database, "read">, now: () => number): MountRecords {
  return {
    async list({ agent, view, name }) {
      const rows = await database.read(async (query) => {
        let wanted = query
          .selectFrom("mounts")
          .selectAll()
          .orderBy("agent")
          .orderBy("view")
          .orderBy("name")
          .orderBy("since")
          .orderBy("owner");
        if (agent !== undefined) wanted = wanted.where("agent", "=", agent);
        if (view !== undefined) wanted = wanted.where("view", "=", view);
        if (name !== undefined) wanted = wanted.where("name", "=", name);
        const observed = await wanted.execute();
        const alive = new Map<string, boolean>();
        for (const owner of new Set(observed.map((row) => row.owner)))
          alive.set(owner, await ownerLives({ query, time: now() }, owner));
        return observed.filter(({ owner }) => alive.get(owner) === true);
      });
      return onePerName(rows.map(mountOf));
    },
  };
}

function mountOf({ launch_json, state_json, stderr_json, pinned, ...row }: MountRow): MountRecord {
  // The ledger wrote all three from the same types.
  const launch = launch_json === null ? null : (JSON.parse(launch_json) as MountLaunch);
  const state = JSON.parse(state_json) as MountState;
  return { ...row, pinned: pinned === 1, launch, state, stderr: JSON.parse(stderr_json) as string[] };
}

/** Of records in the order of agent, view, name and time, the one that stands for each name. */
function onePerName(mounts: readonly MountRecord[]): MountRecord[] {
  const shown: MountRecord[] = [];
  for (const mount of mounts) {
    const before = shown.at(-1);
    const isSame = before?.agent === mount.agent && before.view === mount.view && before.name === mount.name;
    if (!isSame) shown.push(mount);
    else if (mount.state.state === "running" || before.state.state !== "running") shown[shown.length - 1] = mount;
  }
  return shown;
}
