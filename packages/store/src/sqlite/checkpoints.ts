import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const self = fileURLToPath(import.meta.url);

/**
 * Brings the write-ahead log into the file on a thread of its own: a checkpoint waits for the disk, and a gate that did
 * it within a call's write would make that call wait. Answers what ends it.
 */
export function checkpointApart(path: string): () => Promise<void> {
  const worker = new Worker(new URL(`./checkpoint-worker${extname(self)}`, import.meta.url), {
    workerData: path,
    env: {},
    execArgv: [],
    stderr: true,
  });
  worker.unref();
  // Without it the writers' own limit still brings the log in, only later and in their way.
  worker.on("error", () => {});
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  return async () => {
    worker.ref();
    worker.postMessage("end");
    await ended;
  };
}
