import { openStore } from "../../open-store.ts";
import { decidedCall } from "../examples.ts";

/** Records decisions as fast as it can and says each id only after it was answered, until it is killed. */
const [path = ""] = process.argv.slice(2);

const gate = await openStore(`sqlite:${path}`, "gate");
await gate.instances.enter({ agent: "a", view: "agent" });
for (let n = 0; n < 100_000; n += 8) {
  const ids = Array.from({ length: 8 }, (_, k) => `${process.pid}-${n + k}`);
  await Promise.all(ids.map((id) => gate.ledger.recordDecision(decidedCall(id))));
  process.stdout.write(`${ids.join("\n")}\n`);
}
