// One racer: says it is ready, waits for the start file, then claims the approval; appends a line to the file when it believes it won.
// With `read-then-write` it claims as a careless program would: look first, write after.
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "@sallyport/store";

const [storeUrl = "", approvalId = "", folder = "", how = "claim"] = process.argv.slice(2);

const claims: Record<string, () => Promise<() => Promise<boolean>>> = {
  claim: async () => {
    const store = await openStore(storeUrl, "gate");
    return async () => {
      const record = await store.approvals.claim(approvalId, `racer-${process.pid}`);
      await store.close();
      return record !== null;
    };
  },
  "read-then-write": async () => {
    const database = new DatabaseSync(storeUrl.replace("sqlite:", ""), { timeout: 10_000 });
    const read = database.prepare("SELECT state FROM approvals WHERE approval_id = ?");
    const write = database.prepare("UPDATE approvals SET state = 'claimed' WHERE approval_id = ?");
    return async () => {
      const free = read.get(approvalId)?.state === "approved";
      await sleep(100); // what any program does between the look and the write
      if (free) write.run(approvalId);
      return free;
    };
  },
};

const claim = await claims[how]?.();
appendFileSync(join(folder, "ready"), `${process.pid}\n`);
while (!existsSync(join(folder, "start"))) await sleep(1);
if (await claim?.()) appendFileSync(join(folder, "wins"), `${process.pid}\n`);
process.exit(0);
