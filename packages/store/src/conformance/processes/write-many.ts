import { openStore } from "../../open-store.ts";

/**
 * When a byte comes in on stdin, opens the store and posts as often as it is told without a pause, each post waiting for the disk;
 * says the id of each that was written, and why one was not.
 */
const [path = "", times = ""] = process.argv.slice(2);

process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const { chat, close } = await openStore(`sqlite:${path}`, "chat");
for (let n = 0; n < Number(times); n += 1) {
  const line = await chat.post({ agent: "a", author: "human", mime: "text/plain", content: `${process.pid}` }).then(
    ({ id }) => id,
    (error: unknown) => `failed: ${String(error)}`,
  );
  process.stdout.write(`${line}\n`);
}
await close();
process.exit();
