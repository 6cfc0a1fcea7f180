import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

/** How often the write-ahead log is brought into the file, in milliseconds. */
const EVERY_MS = 1_000;

const connection = new DatabaseSync(String(workerData));
connection.exec("pragma synchronous = normal");
const checkpoint = connection.prepare("pragma wal_checkpoint(passive)");

const timer = setInterval(() => {
  try {
    checkpoint.get();
  } catch {
    // Busy, or a disk that is full: the writers meet it themselves and say so.
  }
}, EVERY_MS);

parentPort?.once("message", () => {
  clearInterval(timer);
  connection.close();
  parentPort?.close();
});
