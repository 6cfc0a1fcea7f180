import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import type { StatementResult, Writing } from "../database.ts";
import type { Tables } from "../tables/schema.ts";

/** The query builder over one `node:sqlite` connection, and the way past it. Statements are prepared once per SQL text and kept. */
export function queryOver(connection: DatabaseSync): Pick<Writing, "query" | "run"> {
  const prepared = new Map<string, SqliteStatement>();
  const database: SqliteDatabase = {
    close: () => {},
    prepare(sql) {
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      const made = statement(connection, sql);
      // Lists of changing length make new texts; the few that are used all the time come back by themselves.
      if (prepared.size >= 200) prepared.clear();
      prepared.set(sql, made);
      return made;
    },
  };
  return {
    query: new Kysely<Tables>({ dialect: new SqliteDialect({ database }) }),
    run(text, values) {
      const statement = database.prepare(text);
      if (statement.reader) return { rows: statement.all(values) as StatementResult["rows"], changes: 0 };
      return { rows: [], changes: Number(statement.run(values).changes) };
    },
  };
}

function statement(connection: DatabaseSync, sql: string): SqliteStatement {
  const handle = connection.prepare(sql);
  // The tables' rows hold text, numbers and null only; the type system sees to it at the query builder.
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: handle.columns().length > 0,
    all: (parameters) => handle.all(...values(parameters)),
    run: (parameters) => handle.run(...values(parameters)),
    iterate: (parameters) => handle.iterate(...values(parameters)),
  };
}
