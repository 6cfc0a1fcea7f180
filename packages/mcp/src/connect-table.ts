import type { Child, ConnectOptions } from "./child.ts";
import { memoryFront } from "./memory-front.ts";
import { openFront } from "./open-front.ts";
import { tableFront } from "./table-front.ts";
import type { ServedTable } from "./tool-table.ts";

/** Serves a table in this process and connects to it. Closing the child closes the session, not the table. */
export async function connectTable(table: ServedTable, options: ConnectOptions): Promise<Child> {
  const { front, connect } = memoryFront();
  await openFront(tableFront(table), front);
  return connect(options);
}
