import { FILESYSTEM, MEMORY } from "../harness/bins.ts";
import { byTool } from "../harness/policies.ts";
import type { Deed } from "./session.ts";

/** What the servers are started with that none of them brings. */
export interface Surroundings {
  /** A configuration with one server from npm in it, from which the starting mode lets read. */
  configuration: string;
  /** A server over Streamable HTTP, for the one that reads through a compositor. */
  compositor: string;
  /** A store on which an agent's view is served just now, with that server from npm in it. */
  store: string;
}

export interface PackedServer {
  name: string;
  /** Packages that are installed with it at most, itself among them; absent where it is more than one server. */
  packages?: number;
  args?(surroundings: Surroundings): readonly string[];
  deed: Deed;
  /** Other ways to start it, for the tools that are there only then. */
  faces?: readonly { args: readonly string[]; deed: Deed }[];
}

const LEAF = 8;

/** A server whose tools are named by its own author, not by us. */
const CHILD = "files";
export const children = (folder: string) => ({
  [CHILD]: { command: process.execPath, args: [FILESYSTEM, folder], sallyport: { trusted: true } },
});
export const isOwnTool = (name: string) => !name.startsWith(`${CHILD}_`);
const throughTheGate: Deed = { call: `${CHILD}_list_allowed_directories` };

/** Every server that is published, by folder. */
export const PACKED_SERVERS: readonly PackedServer[] = [
  {
    name: "policy-reader",
    packages: LEAF,
    args: ({ store }) => ["--store", store],
    deed: { read: "resource://approval-policy/policy.ts" },
    faces: [{ args: ["--face", "human"], deed: { call: "decide", arguments: { name: "files_read" } } }],
  },
  { name: "policy-proposer", packages: LEAF, deed: { call: "propose_policy", arguments: { source: byTool({}) } } },
  { name: "policy-approver", packages: LEAF, deed: { call: "set_mode", arguments: { id: "ask-writes" } } },
  { name: "loop", packages: LEAF, deed: { call: "yield_turn" } },
  {
    name: "chat",
    packages: LEAF,
    deed: { call: "post", arguments: { content: "done" } },
    faces: [{ args: ["--face", "human"], deed: { call: "read_pending_messages" } }],
  },
  {
    name: "resources",
    packages: LEAF,
    args: ({ compositor }) => ["--compositor", compositor],
    deed: { call: "list" },
  },
  {
    name: "compositor-meta",
    packages: LEAF,
    args: ({ store }) => ["--store", store],
    deed: { read: `compositor://state/${CHILD}` },
  },
  {
    name: "compositor-admin",
    packages: LEAF,
    deed: {
      call: "attach_server",
      arguments: { name: "memory", spec: { type: "stdio", command: process.execPath, args: [MEMORY] } },
    },
  },
  { name: "compositor", args: ({ configuration: file }) => ["--config", file], deed: throughTheGate },
  { name: "gateway", args: ({ configuration: file }) => ["serve", "--config", file], deed: throughTheGate },
];
