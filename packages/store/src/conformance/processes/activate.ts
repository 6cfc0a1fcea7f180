import { openStore } from "../../open-store.ts";
import { newPolicy } from "../examples.ts";

/** Another process on the same store: makes a policy active as many times as it is told. */
const [path = "", times = "1"] = process.argv.slice(2);

const approver = await openStore(`sqlite:${path}`, "approver");
for (let n = 0; n < Number(times); n += 1) await approver.policies.activate(newPolicy());
await approver.close();
