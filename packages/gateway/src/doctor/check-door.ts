import { existsSync } from "node:fs";
import { StoreError } from "@sallyport/store";
import { CommandFailure } from "../command-failure.ts";
import type { StoreOptions } from "../options.ts";
import type { Finding } from "./finding.ts";

/** Whether what opens the HTTP doors is its owner's alone, and where the agent's doors are; nothing where the store itself is what is wrong. */
export async function checkDoor({ store, agent }: StoreOptions): Promise<Finding[]> {
  const subject = "door";
  const { doorFolderOf } = await import("../http/credentials/door-folder.ts");
  const { findOpenDoors } = await import("../http/door-file.ts");
  const { openCredentials } = await import("../http/credentials/credentials.ts");
  try {
    const folder = doorFolderOf(store);
    if (!existsSync(folder))
      return [{ level: "ok", subject, detail: `none yet; \`${folder}\` is made by the first gateway` }];
    const tokens = openCredentials(folder, Date.now).agents.list().length;
    const doors = await findOpenDoors(folder, agent);
    const detail =
      doors.length === 0 ? `no gateway of agent \`${agent}\` serves HTTP now` : doors.map(({ url }) => url).join(", ");
    return [{ level: "ok", subject, detail: `${detail}; ${tokens === 1 ? "1 token" : `${tokens} tokens`} of agents` }];
  } catch (error) {
    if (error instanceof StoreError) return [];
    if (!(error instanceof CommandFailure)) throw error;
    const [detail = "", remedy = ""] = error.message.split(": ");
    return [{ level: "fail", subject, detail, remedy }];
  }
}
