// What the person's page asks of a gateway while it is open, in a process of its own as a browser is one. Ends with its stdin.
import { setTimeout as pause } from "node:timers/promises";
import { TIMELINE_NEXT_LIMIT } from "@sallyport/contract/timeline";
import { after, openPerson, RECENT, WAITING } from "./person.ts";

const [url = ""] = process.argv.slice(2);
/** As the console's. */
const POLL_MS = 2_000;

const person = await openPerson(url, process.env.SALLYPORT_TOKEN ?? "", () => void person.read(WAITING));
await person.read(WAITING);
let { head } = await person.read(RECENT);
let events = 0;
const closed = new AbortController();
process.stdin.once("end", () => closed.abort()).resume();
process.stdout.write("open\n");

while (!closed.signal.aborted) {
  const next = Date.now() + POLL_MS;
  let page = await person.read(after(head));
  events += page.events.length;
  // As the console: whoever looks on begins anew rather than slow the agent.
  if (page.events.length >= TIMELINE_NEXT_LIMIT) page = await person.read(RECENT);
  head = page.head;
  await pause(Math.max(0, next - Date.now()), undefined, { signal: closed.signal }).catch(() => {});
}
await person.close();
process.stdout.write(`${events}\n`);
