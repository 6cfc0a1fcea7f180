import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { openStore } from "../../open-store.ts";

/**
 * Reads what is new in a chat, again and again, when a byte comes in on stdin; says the id of each message it got.
 * `careless` is the control: it reads the mark and the messages, then writes the mark.
 */
const [path = "", how = ""] = process.argv.slice(2);

const chat = await openStore(`sqlite:${path}`, "chat");
const take = how === "careless" ? carelessTake() : takePending;
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
for (let reads = 0; reads < 1000; reads += 1) {
  const ids = await take();
  if (ids.length === 0) break;
  process.stdout.write(`${ids.join("\n")}\n`);
}
await chat.close();
process.exit();

async function takePending(): Promise<string[]> {
  const taken = await chat.chat.takePending({ agent: "a", reader: "assistant", limit: 3, max_bytes: 1000 });
  return taken.messages.map(({ id }) => id);
}

function carelessTake(): () => Promise<string[]> {
  const database = new DatabaseSync(path);
  database.exec("pragma busy_timeout = 10000");
  const mark = database.prepare("select coalesce(max(seq), 0) as seq from chat_marks");
  const after = database.prepare("select seq, id from chat_messages where seq > ? order by seq limit 3");
  const move = database.prepare("insert or replace into chat_marks values ('a', 'assistant', ?)");
  return async () => {
    const rows = after.all(mark.get()?.seq ?? 0);
    await setTimeout(20);
    const last = rows.at(-1);
    if (last !== undefined) move.run(last.seq ?? 0);
    return rows.map(({ id }) => String(id));
  };
}
