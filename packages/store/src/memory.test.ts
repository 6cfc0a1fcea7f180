import { runStoreConformance } from "./conformance/run-store-conformance.ts";
import { createMemoryStores } from "./memory.ts";

runStoreConformance("createMemoryStores", async (now) => {
  const stores = createMemoryStores({ now });
  return { open: async (role) => stores.open(role), remove: async () => {} };
});
