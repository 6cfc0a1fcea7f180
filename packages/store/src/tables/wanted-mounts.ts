import { Fault } from "@sallyport/contract/faults";
import { type AttachSpec, specDigest } from "@sallyport/contract/mount-specs";
import { mountKey } from "@sallyport/contract/names";
import type { Database, Writing } from "../database.ts";
import { ATTACHED_LIMIT, type WantedMountRecords, type WantedMounts } from "../facets/wanted-mounts.ts";
import type { WantedMountRow } from "./schema.ts";

export function createWantedMountRecords(database: Pick<Database, "read">): WantedMountRecords {
  return {
    async wanted(agent) {
      const rows = await database.read((query) =>
        query.selectFrom("wanted_mounts").selectAll().where("agent", "=", agent).orderBy("name").execute(),
      );
      return rows.map(({ name, wanted_at, ...row }) => ({ agent, name, spec: specOf(row), wanted_at }));
    },
  };
}

export function createWantedMounts(database: Database): WantedMounts {
  return {
    ...createWantedMountRecords(database),
    attach: ({ agent, name, spec, configured }) =>
      database.write(async (writing) => {
        const digest = specDigest(spec);
        const wish = await find(writing, agent, name);
        const written = configured ?? wish?.configured_digest ?? null;
        if (written !== null) {
          if (written !== digest) throw otherSpec(name, "configured");
          if (wish?.spec_json !== null) return unchanged(writing, { agent, name });
          // Where nobody that lives has it configured, somebody may have taken it out of the configuration: then the wish is what mounts it.
          if (configured === null) await wishFor(writing, { agent, name, spec });
          else await remove(writing, wish);
          tell(writing, { agent, name }, "server-attached");
          return "attached";
        }
        const wished = wish === undefined ? null : specOf(wish);
        if (wished !== null) {
          if (specDigest(wished) !== digest) throw otherSpec(name, "attached");
          return unchanged(writing, { agent, name });
        }
        await wishFor(writing, { agent, name, spec });
        tell(writing, { agent, name }, "server-attached");
        return "attached";
      }),
    detach: ({ agent, name, configured }) =>
      database.write(async (writing) => {
        const wish = await find(writing, agent, name);
        if (configured === null) {
          if (wish === undefined || wish.spec_json === null) return;
          await remove(writing, wish);
        } else {
          if (wish?.configured_digest === configured) return;
          await put(writing, { agent, name, spec_json: null, configured_digest: configured });
        }
        tell(writing, { agent, name }, "server-detached");
      }),
  };
}

interface Named {
  agent: string;
  name: string;
}

function find(writing: Writing, agent: string, name: string): Promise<WantedMountRow | undefined> {
  return writing.query
    .selectFrom("wanted_mounts")
    .selectAll()
    .where("agent", "=", agent)
    .where("mount_key", "=", mountKey(name))
    .executeTakeFirst();
}

/** Throws `too_many`. */
async function wishFor(
  writing: Writing,
  { agent, name, spec }: { agent: string; name: string; spec: AttachSpec },
): Promise<void> {
  await refusePastLimit(writing, agent);
  await put(writing, { agent, name, spec_json: JSON.stringify(spec), configured_digest: null });
}

async function put(
  writing: Writing,
  { agent, ...named }: Pick<WantedMountRow, "agent" | "name" | "spec_json" | "configured_digest">,
): Promise<void> {
  const wish = { ...named, wanted_at: writing.at };
  await writing.query
    .insertInto("wanted_mounts")
    .values({ agent, mount_key: mountKey(wish.name), ...wish })
    .onConflict((conflict) => conflict.columns(["agent", "mount_key"]).doUpdateSet(wish))
    .execute();
}

async function remove(writing: Writing, { agent, mount_key }: WantedMountRow): Promise<void> {
  await writing.query
    .deleteFrom("wanted_mounts")
    .where("agent", "=", agent)
    .where("mount_key", "=", mount_key)
    .execute();
}

async function refusePastLimit(writing: Writing, agent: string): Promise<void> {
  const { many } = await writing.query
    .selectFrom("wanted_mounts")
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .where("agent", "=", agent)
    .where("spec_json", "is not", null)
    .executeTakeFirstOrThrow();
  if (many >= ATTACHED_LIMIT)
    throw new Fault("too_many", `${ATTACHED_LIMIT} servers are attached already; detach one that is not needed`);
}

/** Told all the same: a server that failed is then started again. */
function unchanged(writing: Writing, { agent, name }: Named): "unchanged" {
  writing.announce({ topic: "wanted_mounts", agent, key: name });
  return "unchanged";
}

/** Only the name: a spec holds secrets. */
function tell(writing: Writing, { agent, name }: Named, action: "server-attached" | "server-detached"): void {
  writing.record({ agent, phase: "mount", action, status: "ok", server: name });
  writing.announce({ topic: "wanted_mounts", agent, key: name });
}

function otherSpec(name: string, how: "configured" | "attached"): Fault {
  return new Fault(
    "already_mounted",
    how === "configured"
      ? `\`${name}\` is in the configuration with another spec; attach this one under another name`
      : `\`${name}\` is attached with another spec; detach it first, or attach this one under another name`,
  );
}

function specOf({ spec_json }: Pick<WantedMountRow, "spec_json">): AttachSpec | null {
  // `attach` wrote it from this type.
  return spec_json === null ? null : (JSON.parse(spec_json) as AttachSpec);
}
