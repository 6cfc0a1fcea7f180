import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { openStore } from "../../open-store.ts";

/** Claims one approval when a byte comes in on stdin; says `won` or `lost`. `careless` is the control: it reads, then writes. */
const [path = "", id = "", how = ""] = process.argv.slice(2);

const gate = await openStore(`sqlite:${path}`, "gate");
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const won = how === "careless" ? await carelessClaim() : (await gate.approvals.claim(id, `${process.pid}`)) !== null;
process.stdout.write(won ? "won\n" : "lost\n");
await gate.close();
process.exit();

async function carelessClaim(): Promise<boolean> {
  const database = new DatabaseSync(path);
  database.exec("pragma busy_timeout = 10000");
  const row = database.prepare("select state from approvals where approval_id = ?").get(id);
  await setTimeout(100);
  if (row?.state !== "approved") return false;
  database.prepare("update approvals set state = 'claimed' where approval_id = ?").run(id);
  return true;
}
