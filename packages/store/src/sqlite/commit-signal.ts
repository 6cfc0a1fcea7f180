import type { DatabaseSync } from "node:sqlite";
import type { CommitSignal } from "../database.ts";
import type { StoreFile } from "./store-file.ts";

const POLL_MS = 25;

/** This process's commits wake at once; `data_version`, read only while somebody listens, tells other processes'. */
export function polledSignal(file: StoreFile, connection: DatabaseSync): CommitSignal {
  return {
    listen(wake) {
      const statement = connection.prepare("pragma data_version");
      const dataVersion = () => {
        try {
          return statement.get()?.data_version;
        } catch {
          // A damaged file says so at every facet; a timer is no place to end the process.
          return undefined;
        }
      };
      let seen = dataVersion();
      const poll = setInterval(() => {
        if (!connection.isOpen) return;
        const version = dataVersion();
        if (version === seen) return;
        seen = version;
        wake();
      }, POLL_MS);
      poll.unref();
      const unlisten = file.listen(wake);
      return () => {
        clearInterval(poll);
        unlisten();
      };
    },
  };
}
