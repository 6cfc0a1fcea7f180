import { existsSync } from "node:fs";
import { openStore, StoreError, sqlitePath } from "@sallyport/store";
import type { StoreOptions } from "../options.ts";
import type { Finding } from "./finding.ts";

/** Whether the store can be opened for writing and reading, and is of a schema this version knows. */
export async function checkStore({ store }: StoreOptions): Promise<Finding[]> {
  try {
    const path = sqlitePath(store);
    if (!existsSync(path)) {
      return [{ level: "ok", subject: "store", detail: `none yet; \`${path}\` is made when it is first needed` }];
    }
    await (await openStore(store, "gate")).close();
    await (await openStore(store, "reader")).close();
    return [{ level: "ok", subject: "store", detail: path }];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [
      { level: "fail", subject: "store", detail: error.message.replace(`; ${error.remedy}`, ""), remedy: error.remedy },
    ];
  }
}
