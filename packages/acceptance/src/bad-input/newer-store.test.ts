import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "@sallyport/store";
import { describe, expect, it } from "vitest";
import { createTestBed } from "../harness/test-bed.ts";

const SERVERS: [name: string, ...args: string[]][] = [
  ["policy-reader"],
  ["policy-proposer"],
  ["policy-approver"],
  ["loop"],
  ["chat", "--face", "human"],
  ["compositor-meta"],
  ["compositor-admin"],
  ["resources", "--compositor", "http://127.0.0.1:9/mcp"],
  ["compositor"],
  ["gateway", "serve"],
  ["gateway", "approvals", "list"],
  ["gateway", "agents", "abort", "default"],
];

describe("a store of a newer schema", () => {
  it("B13 every command says so in one line, exits 78, and leaves the file as it is", async () => {
    await using bed = createTestBed();
    await (await openStore(bed.store, "gate")).close();
    const file = join(bed.folder, "store.db");
    const database = new DatabaseSync(file);
    database.exec(
      "update schema_version set version = 9999; pragma wal_checkpoint(truncate); pragma journal_mode = delete",
    );
    database.close();
    const digest = () => createHash("sha256").update(readFileSync(file)).digest("hex");
    const before = digest();
    const config = bed.write("servers.json", JSON.stringify({ mcpServers: { evil: bed.evil() } }));
    const said: object[] = [];
    for (const [name, ...args] of SERVERS) {
      const isDoor = name === "compositor" || args[0] === "serve";
      const { code, stdout, stderr } = await bed.run(name, [...args, ...(isDoor ? ["--config", config] : [])]);
      const lines = stderr
        .trim()
        .split("\n")
        .filter((line) => /schema/.test(line));
      said.push({
        name,
        args,
        code,
        stdout,
        lines: lines.length,
        isClear: /schema 9999.*upgrade Sallyport/.test(stderr),
        hasStack: /\n\s+at /.test(stderr),
      });
    }
    expect(said).toEqual(
      SERVERS.map(([name, ...args]) => ({
        name,
        args,
        code: 78,
        stdout: "",
        lines: 1,
        isClear: true,
        hasStack: false,
      })),
    );
    expect(digest()).toBe(before);
  });
});
