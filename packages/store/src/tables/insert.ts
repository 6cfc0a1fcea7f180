import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Query } from "../database.ts";
import type { Tables } from "./schema.ts";

/** An insert that is compiled once for each connection and run with new values: for rows written on every call. */
export function preparedInsert<Name extends "calls" | "timeline", Column extends keyof Tables[Name] & string>(
  table: Name,
  columns: readonly Column[],
  /** What follows the values: an `on conflict` clause. */
  unless: RawBuilder<unknown> = sql.raw(""),
) {
  const compiled = new WeakMap<Query, CompiledQuery>();
  return async (query: Query, row: Pick<Tables[Name], Column>) => {
    const parameters = columns.map((column) => row[column]);
    let template = compiled.get(query);
    if (template === undefined) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      template = sql`insert into ${sql.table(table)} (${names}) values (${sql.join(parameters)}) ${unless}`.compile(
        query,
      );
      compiled.set(query, template);
    }
    return (await query.executeQuery({ ...template, parameters })).numAffectedRows;
  };
}
