/** One kind of host: what it calls itself, and how long it lets a call wait for a person. */
export interface HostLimit {
  /** In the form `hostKey` gives a name. A name may go on after a hyphen: `gemini-cli-mcp-client-SERVER`. */
  names: readonly string[];
  /** Seconds after which a waiting call is answered: its own limit, less some for the way. */
  seconds: number;
  /** Held without an end where the call carries a progress token: its limit is on silence, and progress breaks it. */
  heldWithProgress?: true;
  why: string;
}

/**
 * Hosts that cut long calls, as they name themselves in `initialize`. Whoever is not here is held: clients made with an SDK
 * have any name and any limit, and a limit that is not known is not guessed.
 */
export const HOST_LIMITS: readonly HostLimit[] = [
  {
    names: ["claude-ai", "claude-desktop", "anthropic-claudeai", "local-agent-mode"],
    seconds: 45,
    why: "Claude Desktop, claude.ai and Cowork cut a call after about 60 s; progress does not help, and no setting does",
  },
  {
    names: ["github-copilot-developer", "github-copilot-cli", "copilot-cli"],
    seconds: 45,
    why: "Copilot CLI cuts a call after 60 s",
  },
  {
    names: ["codex-mcp-client", "codex"],
    seconds: 240,
    why: "Codex cuts a call after 300 s unless its `tool_timeout_sec` says more; then say so here",
  },
  { names: ["cursor", "cursor-vscode"], seconds: 240, why: "Cursor cuts a call after about 5 minutes" },
  {
    names: ["visual-studio-code", "vscode", "code-oss"],
    seconds: 240,
    why: "VS Code cuts a call after 5 minutes, and closes a silent stream after 300 s; it shows progress and cuts all the same",
  },
  {
    names: ["gemini-cli", "gemini-cli-mcp-client"],
    seconds: 540,
    why: "Gemini CLI cuts a call after 10 minutes",
  },
  {
    names: ["qwen-code", "qwen-code-mcp-client", "qwen-cli-mcp-client"],
    seconds: 540,
    why: "Qwen Code cuts a call after 10 minutes",
  },
  {
    names: ["claude-code"],
    seconds: 1500,
    heldWithProgress: true,
    why: "Claude Code gives a call a day, but on stdio ends one that is silent for 30 minutes; it sends a token with every call",
  },
];
