import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStoreConformance } from "./conformance/run-store-conformance.ts";
import { openStore } from "./open-store.ts";

runStoreConformance("openStore on SQLite", async (now) => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
  return {
    open: (role) => openStore(`sqlite:${join(folder, "store.db")}`, role, { now }),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});
