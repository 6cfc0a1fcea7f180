import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Front, type FrontTransport, openFront, type ServedTable, tableFront } from "@sallyport/mcp";
import { type Credentials, openCredentials } from "../credentials/credentials.ts";
import type { DoorIdentity } from "../door-identity.ts";
import { type HttpDoor, type HttpDoorOptions, openHttpDoor } from "../open-http-door.ts";

/** A door on a store's folder of its own, at a clock that stands still until told; gone when it is disposed of. */
export class DoorBed implements AsyncDisposable {
  readonly folder: string;
  readonly credentials: Credentials;
  readonly errors: unknown[] = [];
  readonly fronts: Front[] = [];
  time = Date.parse("2026-11-20T12:00:00Z");
  notReady: string | null = null;
  #doors: HttpDoor[] = [];

  constructor() {
    this.folder = join(mkdtempSync(join(tmpdir(), "sallyport-door-")), "state.door");
    this.credentials = openCredentials(this.folder, () => this.time);
  }

  async open(options: Partial<HttpDoorOptions> = {}): Promise<HttpDoor> {
    const serve = async (transport: FrontTransport, identity: DoorIdentity): Promise<Front> => {
      const front = await openFront(tableFront(tableOf(identity)), transport);
      this.fronts.push(front);
      return front;
    };
    const door = await openHttpDoor({
      views: { agent: serve, human: serve },
      credentials: this.credentials,
      agent: "default",
      port: 0,
      notReady: async () => this.notReady,
      now: () => this.time,
      onError: (error) => this.errors.push(error),
      ...options,
    });
    this.#doors.push(door);
    return door;
  }

  agentToken(agent = "default"): string {
    return this.credentials.agents.create(agent, null).token;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const door of this.#doors) await door.close();
    rmSync(join(this.folder, ".."), { recursive: true, force: true });
  }
}

/** A server with one tool, which says who its caller is. */
function tableOf(identity: DoorIdentity): ServedTable {
  const who = identity.principal === "agent" ? identity.agent : identity.user;
  return {
    info: { name: identity.principal, version: "1" },
    tools: [
      {
        name: "whoami",
        title: "Who am I",
        description: "Says who calls.",
        inputSchema: { type: "object" },
        outputSchema: { type: "object" },
        annotations: {},
        call: async () => ({ who }),
      },
    ],
  };
}
