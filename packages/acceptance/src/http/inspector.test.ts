import { describe, expect, it } from "vitest";
import { GATEWAY, INSPECTOR } from "../harness/bins.ts";
import { createTestBed, type TestBed } from "../harness/test-bed.ts";
import { doorOf, token, WITH_DOOR } from "./doors.ts";
import { runForeign } from "./foreign-client.ts";

/** Runs the inspector's command line to its end and answers what it printed. */
async function inspect(bed: TestBed, args: readonly string[]) {
  const { code, stdout, stderr } = await runForeign(INSPECTOR, ["--cli", ...args], bed.environment("default"));
  if (code !== 0) throw new Error(`the inspector exited ${code}\n${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}

const LIST = ["--method", "tools/list"];
const CALL = ["--method", "tools/call", "--tool-name", "evil_act"];
const names = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

describe.concurrent("MCP Inspector", () => {
  it("H08 lists and calls on stdio", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const config = bed.write("servers.json", JSON.stringify({ mcpServers: { evil: bed.evil() } }));
    const server = [process.execPath, GATEWAY, "serve", "--config", config];
    const env = Object.entries(bed.environment("default")).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    expect(names(await inspect(bed, [...env, ...LIST, "--", ...server]))).toContain("evil_act");
    expect(await inspect(bed, [...env, ...CALL, "--", ...server])).toMatchObject({
      content: [{ type: "text", text: "act ran (1)" }],
    });
    expect(bed.ran("act")).toBe(1);
  });

  it("H08 lists and calls over HTTP", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const url = await doorOf(await bed.serve({ evil: bed.evil() }, WITH_DOOR));
    const header = ["--header", `Authorization: Bearer ${await token(bed, "agent")}`];
    const door = ["--transport", "http", "--server-url", url, ...header];
    expect(names(await inspect(bed, [...door, ...LIST]))).toContain("evil_act");
    expect(await inspect(bed, [...door, ...CALL])).toMatchObject({ content: [{ type: "text", text: "act ran (1)" }] });
    expect(bed.ran("act")).toBe(1);
  });
});
