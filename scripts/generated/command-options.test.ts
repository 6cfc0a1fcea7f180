import { describe, expect, it } from "vitest";
import { readHelp } from "./command-options.ts";

const HELP = `Usage: sallyport-x [options]

Does one thing.

Options:
  -V, --version        output the version number
  --store <url>        where state is kept (env: SALLYPORT_STORE)
  --agent <id>         the agent this server works for (default: "default", env:
                       SALLYPORT_AGENT)
  --log-level <level>  least level logged (a lot, or little) (choices: "debug",
                       "info", default: "info", env: SALLYPORT_LOG_LEVEL)
  --decide             let an agent ask for dry decisions
  -h, --help           display help for command

Examples:
  --not-an-option      no
`;

describe("readHelp", () => {
  it("has every option with all that is said of it", () => {
    expect(readHelp(HELP)).toEqual([
      { flag: "--store", value: "url", description: "where state is kept", env: "SALLYPORT_STORE" },
      {
        flag: "--agent",
        value: "id",
        description: "the agent this server works for",
        env: "SALLYPORT_AGENT",
        default: "default",
      },
      {
        flag: "--log-level",
        value: "level",
        description: "least level logged (a lot, or little)",
        env: "SALLYPORT_LOG_LEVEL",
        choices: ["debug", "info"],
        default: "info",
      },
      { flag: "--decide", description: "let an agent ask for dry decisions" },
    ]);
  });

  it("is empty for a text without options", () => {
    expect(readHelp("Usage: x\n")).toEqual([]);
  });
});
