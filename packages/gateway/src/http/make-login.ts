import { join } from "node:path";
import type { StoreOptions } from "../options.ts";
import { openCredentials } from "./credentials/credentials.ts";
import { doorFolderOf } from "./credentials/door-folder.ts";
import { writePrivateFile } from "./credentials/private-files.ts";
import { findOpenDoors } from "./door-file.ts";
import { loginLink } from "./login-link.ts";

/** A way into the person's page. */
export interface MadeLogin {
  link: string;
  /** Writes a page that leads there, and answers its path: what stands on a command line can be read by other users of the machine. */
  file(): string;
}

/** A one-time link to the latest open door of an agent, or null where there is none. `at` is where the browser finds that door. */
export async function makeLogin(
  { store, agent, plain, at }: Pick<StoreOptions, "store" | "agent"> & { plain?: true; at?: string },
  user: string,
): Promise<MadeLogin | null> {
  const folder = doorFolderOf(store);
  const [door] = await findOpenDoors(folder, agent);
  if (door === undefined) return null;
  const page = at ?? (plain === true ? door.url : door.page);
  const link = await loginLink({ ...door, page }, openCredentials(folder, Date.now).humans, user);
  return {
    link,
    file() {
      const path = join(folder, "open.html");
      writePrivateFile(
        path,
        `<!doctype html><meta http-equiv="refresh" content="0;url=${link}"><title>Sallyport</title>\n`,
      );
      return path;
    },
  };
}
