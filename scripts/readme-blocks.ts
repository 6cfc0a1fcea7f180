import { parse as parseToml } from "smol-toml";

/** How one client is told to start a server. */
export interface ClientEntry {
  /** What the client calls the server. */
  name: string;
  command: string;
  args: readonly string[];
}

/** The clients that every server's README has a block for, with the key their configuration lists servers under. */
export const CLIENTS: Readonly<Record<string, "command line" | "mcpServers" | "servers" | "mcp_servers">> = {
  "Claude Code": "command line",
  "Claude Desktop": "mcpServers",
  Cursor: "mcpServers",
  "VS Code": "servers",
  Codex: "mcp_servers",
};

interface Block {
  /** The line of prose before it. */
  label: string;
  text: string;
}

const FENCE = /^(?<label>[^\n]*\S[^\n]*)\n\n?(?<indent> *)```\w+\n(?<text>[\s\S]*?)\n\k<indent>```$/gm;

/** The code blocks of a page, each with the line that leads to it. */
function blocks(page: string): Block[] {
  return [...page.matchAll(FENCE)].map(({ groups = {} }) => ({ label: groups.label ?? "", text: groups.text ?? "" }));
}

/** What a page tells a client to start; throws with the reason where it tells nothing, or nothing that client would understand. */
export function clientEntry(page: string, client: string): ClientEntry {
  const block = blocks(page).find(({ label }) => label.includes(client));
  if (block === undefined) throw new Error(`has no block for ${client}`);
  const key = CLIENTS[client];
  try {
    if (key === "command line") return commandLineEntry(block.text);
    return configurationEntry(key === "mcp_servers" ? parseToml(block.text) : JSON.parse(block.text), String(key));
  } catch (error) {
    throw new Error(`the block for ${client}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
}

function commandLineEntry(line: string): ClientEntry {
  const [, name, started] = /^claude mcp add (?:--?\w+ \S+ )*([\w-]+) (?:--env \S+ )*-- (.+)$/.exec(line.trim()) ?? [];
  if (name === undefined || started === undefined) throw new Error("it is not `claude mcp add NAME -- COMMAND`");
  const [command = "", ...args] = started.split(" ");
  return { name, command, args };
}

function configurationEntry(document: unknown, key: string): ClientEntry {
  // Each step is looked at before it is used.
  const servers = (document as Record<string, unknown>)[key];
  if (typeof servers !== "object" || servers === null) throw new Error(`it has no \`${key}\``);
  const [[name, entry] = ["", {}], ...more] = Object.entries(servers as Record<string, Record<string, unknown>>);
  if (more.length > 0) throw new Error("it has more than one server");
  if (key === "servers" && entry.type !== "stdio") throw new Error('it has no `"type": "stdio"`');
  if (!Array.isArray(entry.args)) throw new Error("it has no `args`");
  return { name, command: String(entry.command), args: entry.args.map(String) };
}
