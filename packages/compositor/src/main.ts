import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { runServerCommand, type ServerCommandOptions } from "@sallyport/mcp/command";
import { defaultStoreUrl } from "@sallyport/store";
import { openAgentView } from "./agent-view.ts";
import { readConfig } from "./config/read-config.ts";
import { VERSION } from "./version.ts";

await runServerCommand({
  name: "compositor",
  version: VERSION,
  summary: "Mounts MCP servers under one roof and takes each call of an agent through its policy.",
  grants: [
    "Starts the servers of its configuration, and is the only one that talks to them.",
    "Decides nothing itself and can change no policy; a new agent starts with `ask-writes`.",
  ],
  extraOptions: [
    {
      flags: "--config <file>",
      description: "the `mcpServers` file with the servers to mount",
      env: "SALLYPORT_CONFIG",
      default: ".mcp.json",
    },
  ],
  open: async (options, log) => {
    const path = resolve(configFile(options));
    const config = readConfig({ text: await readFile(path, "utf8"), path, env: process.env });
    for (const notice of config.notices) log("warn", notice);
    if (config.channels)
      throw new Error("`sallyport.channels` is for `sallyport serve`; take it out of this configuration");
    const { compositor, close } = await openAgentView({
      store: options.store ?? defaultStoreUrl(process.env),
      agent: options.agent,
      config,
      info: { name: "sallyport-compositor", title: "Sallyport", version: VERSION },
      interactive: true,
      log: (line) => log("warn", line),
    });
    return { serve: (transport) => compositor.openSession({ transport }), close };
  },
});

function configFile({ config }: ServerCommandOptions): string {
  if (typeof config !== "string" || config === "") throw new Error("name a configuration with `--config FILE`");
  return config;
}
