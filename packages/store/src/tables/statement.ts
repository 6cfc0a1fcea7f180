import type { CompiledQuery, RawBuilder } from "kysely";
import type { Query, StatementResult, Writing } from "../database.ts";

/**
 * A statement of the hot path: built once for each connection, then run with new values past the query builder.
 * `build` puts the values in as placeholders, in the order in which `run` gets them.
 */
export function hotStatement(
  build: (query: Query) => RawBuilder<unknown> | { compile(): CompiledQuery },
): (writing: Pick<Writing, "query" | "run">, values: readonly unknown[]) => StatementResult | Promise<StatementResult> {
  const compiled = new WeakMap<Query, string>();
  return (writing, values) => {
    let text = compiled.get(writing.query);
    if (text === undefined) {
      text = build(writing.query).compile(writing.query).sql;
      compiled.set(writing.query, text);
    }
    return writing.run(text, values);
  };
}
