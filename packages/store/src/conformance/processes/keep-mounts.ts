import { openStore } from "../../open-store.ts";
import { mountRecord } from "../examples.ts";

/** A gateway of agent `a`: records the mounts it is told, says `mounted`, and leaves when its stdin ends. */
const [path = "", ...names] = process.argv.slice(2);

const gate = await openStore(`sqlite:${path}`, "gate");
const owner = await gate.instances.enter({ agent: "a", view: "agent" });
for (const name of names) await gate.mounts.record(mountRecord({ owner, name }));
process.stdout.write("mounted\n");
await new Promise((resolve) => process.stdin.resume().once("end", resolve));
await gate.close();
