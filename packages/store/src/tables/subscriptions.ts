import { Fault } from "@sallyport/contract/faults";
import { PRESETS_LIMIT, SUBSCRIPTIONS_LIMIT } from "@sallyport/contract/resources";
import type { Database, Query, Writing } from "../database.ts";
import type { DurableSubscriptions, Subscriber } from "../facets/subscriptions.ts";

export function createDurableSubscriptions(database: Database): DurableSubscriptions {
  return {
    async resources(subscriber) {
      const rows = await database.read((query) => resourcesOf(query, subscriber).execute());
      return rows.map((row) => ({ ...row }));
    },
    addResource: ({ server, uri, ...subscriber }) =>
      database.write(async (writing) => {
        const { agent, principal } = subscriber;
        const added = await writing.query
          .insertInto("resource_subscriptions")
          .values({ agent, principal, server, uri, added_at: writing.at })
          .onConflict((conflict) => conflict.doNothing())
          .returning("seq")
          .executeTakeFirst();
        if (added === undefined) return;
        await refusePast(writing, "resource_subscriptions", subscriber);
        tell(writing, subscriber);
      }),
    removeResource: ({ server, uri, ...subscriber }) =>
      database.write(async (writing) => {
        const { numDeletedRows } = await writing.query
          .deleteFrom("resource_subscriptions")
          .where("agent", "=", subscriber.agent)
          .where("principal", "=", subscriber.principal)
          .where("server", "=", server)
          .where("uri", "=", uri)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) tell(writing, subscriber);
        return numDeletedRows > 0n;
      }),
    async lists(subscriber) {
      const rows = await database.read((query) => listsOf(query, subscriber).execute());
      return rows.map(({ server }) => server);
    },
    addList: ({ server, ...subscriber }) =>
      database.write(async (writing) => {
        const { agent, principal } = subscriber;
        const added = await writing.query
          .insertInto("list_subscriptions")
          .values({ agent, principal, server })
          .onConflict((conflict) => conflict.doNothing())
          .returning("server")
          .executeTakeFirst();
        if (added === undefined) return;
        await refusePast(writing, "list_subscriptions", subscriber);
        tell(writing, subscriber);
      }),
    removeList: ({ server, ...subscriber }) =>
      database.write(async (writing) => {
        const { numDeletedRows } = await writing.query
          .deleteFrom("list_subscriptions")
          .where("agent", "=", subscriber.agent)
          .where("principal", "=", subscriber.principal)
          .where("server", "=", server)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) tell(writing, subscriber);
        return numDeletedRows > 0n;
      }),
    savePreset: ({ name, ...subscriber }) =>
      database.write(async (writing) => {
        const { agent, principal } = subscriber;
        const resources = await resourcesOf(writing.query, subscriber).execute();
        const lists = await listsOf(writing.query, subscriber).execute();
        const kept = {
          resources_json: JSON.stringify(resources.map(({ server, uri }) => ({ server, uri }))),
          lists_json: JSON.stringify(lists.map(({ server }) => server)),
        };
        await writing.query
          .insertInto("subscription_presets")
          .values({ agent, principal, name, ...kept })
          .onConflict((conflict) => conflict.columns(["agent", "principal", "name"]).doUpdateSet(kept))
          .execute();
        await refusePast(writing, "subscription_presets", subscriber);
        return { resources: resources.length, lists: lists.length };
      }),
    async preset({ agent, principal, name }) {
      const row = await database.read((query) =>
        query
          .selectFrom("subscription_presets")
          .select(["resources_json", "lists_json"])
          .where("agent", "=", agent)
          .where("principal", "=", principal)
          .where("name", "=", name)
          .executeTakeFirst(),
      );
      if (row === undefined) return null;
      return {
        // `savePreset` wrote both from these types.
        resources: JSON.parse(row.resources_json) as { server: string; uri: string }[],
        lists: JSON.parse(row.lists_json) as string[],
      };
    },
  };
}

function resourcesOf(query: Query, { agent, principal }: Subscriber) {
  return query
    .selectFrom("resource_subscriptions")
    .select(["server", "uri", "added_at"])
    .where("agent", "=", agent)
    .where("principal", "=", principal)
    .orderBy("seq");
}

function listsOf(query: Query, { agent, principal }: Subscriber) {
  return query
    .selectFrom("list_subscriptions")
    .select("server")
    .where("agent", "=", agent)
    .where("principal", "=", principal)
    .orderBy("server");
}

const LIMITS = {
  resource_subscriptions: [SUBSCRIPTIONS_LIMIT, "resources are subscribed to already; unsubscribe from one"],
  list_subscriptions: [SUBSCRIPTIONS_LIMIT, "resource lists are watched already; unsubscribe from one"],
  subscription_presets: [PRESETS_LIMIT, "presets are kept already; save over one of them"],
} as const;

/** After the insert: what throws takes the insert back with it. */
async function refusePast(
  writing: Writing,
  table: keyof typeof LIMITS,
  { agent, principal }: Subscriber,
): Promise<void> {
  const { many } = await writing.query
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("many"))
    .where("agent", "=", agent)
    .where("principal", "=", principal)
    .executeTakeFirstOrThrow();
  const [limit, remedy] = LIMITS[table];
  if (many > limit) throw new Fault("too_many", `${limit} ${remedy}`);
}

function tell(writing: Writing, { agent, principal }: Subscriber): void {
  writing.announce({ topic: "subscriptions", agent, key: principal });
}
