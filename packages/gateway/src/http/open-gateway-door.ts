import { EXIT } from "@sallyport/contract/exit-codes";
import { CommandFailure } from "../command-failure.ts";
import type { Gateway } from "../gateway.ts";
import { openCredentials } from "./credentials/credentials.ts";
import { doorFolderOf } from "./credentials/door-folder.ts";
import { announceDoor } from "./door-file.ts";
import { DEFAULT_PORT, type HttpDoorFlags } from "./door-options.ts";
import { openHttpDoor } from "./open-http-door.ts";
import { readPersonPage } from "./person-page.ts";

interface GatewayDoorOptions {
  gateway: Gateway;
  flags: HttpDoorFlags;
  store: string;
  agent: string;
  onError: (error: unknown) => void;
}

/** A gateway's HTTP door, announced to the commands of the same user. */
export interface GatewayDoor {
  /** Where a person on this machine opens it in a browser. */
  page: string;
  /** Where MCP clients on this machine find it. */
  url: string;
  close(): Promise<void>;
}

/** Opens a gateway's HTTP door. Rejects with `CommandFailure` where that cannot be. */
export async function openGatewayDoor(options: GatewayDoorOptions): Promise<GatewayDoor> {
  const { gateway, flags, store, agent, onError } = options;
  const folder = doorFolderOf(store);
  const credentials = openCredentials(folder, Date.now);
  const wanted = typeof flags.http === "number" ? flags.http : undefined;
  const door = await openHttpDoor({
    views: {
      agent: (transport) => gateway.compositor.openSession({ transport }),
      human: async (transport, { user }) => (await gateway.human(user)).openSession({ transport }),
    },
    credentials,
    agent,
    port: wanted ?? DEFAULT_PORT,
    orAnyFreePort: wanted === undefined,
    ...(flags.host !== undefined && { host: flags.host }),
    allowRemote: flags.allowRemote === true,
    hostNames: flags.hostName ?? [],
    notReady: () => gateway.problem(),
    files: await readPersonPage(),
    now: Date.now,
    onError,
  }).catch((error: unknown) => {
    throw isSystemError(error) ? new CommandFailure(EXIT.config, notOpened(error, flags)) : error;
  });
  const { url, page, instance } = door;
  const opened_at = new Date().toISOString();
  let takeBack: () => void;
  try {
    takeBack = announceDoor(folder, agent, { url, page, pid: process.pid, instance, opened_at });
  } catch (error) {
    // Nobody would close it: it would keep the process, and answer for what is closed behind it.
    await door.close();
    throw error;
  }
  return {
    page,
    url,
    async close() {
      takeBack();
      await door.close();
    },
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function notOpened({ code, message }: NodeJS.ErrnoException, { http, host = "127.0.0.1" }: HttpDoorFlags): string {
  const place = `\`${host}\`, port ${http === undefined || http === false ? DEFAULT_PORT : http}`;
  if (code !== "EADDRINUSE") return `no HTTP at ${place}: ${message}; choose another address, or say \`--no-http\``;
  return `no HTTP at ${place}: something listens there already; choose another port, or leave \`--http\` out for any free one`;
}
