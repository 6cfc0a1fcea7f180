import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVERYTHING, FILESYSTEM, MEMORY } from "../harness/bins.ts";
import { eventually } from "../harness/eventually.ts";
import { createTestBed } from "../harness/test-bed.ts";
import { childAlone } from "./child-alone.ts";

describe.concurrent("real servers through the gate", () => {
  it("T21 the filesystem server answers as it does alone", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const folder = join(bed.folder, "files");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
    const files = { command: process.execPath, args: [FILESYSTEM, folder] };
    const alone = await childAlone(files);
    const client = await bed.serve({ files });
    const calls: [string, object][] = [
      ["read_text_file", { path: join(folder, "a.txt"), head: 1 }],
      ["list_directory", { path: folder }],
      ["read_text_file", { path: "/etc/passwd" }],
      ["write_file", { path: join(folder, "b.txt"), content: "b" }],
      ["no_such_tool", {}],
    ];
    // One after the other: a listing beside a write could see either.
    const direct = [];
    const gated = [];
    for (const [name, args] of calls) {
      direct.push(await alone.call(name, { ...args }));
      gated.push(await client.call(`files_${name}`, { ...args }));
    }
    await alone.close();
    expect(gated.slice(0, 4).map(({ result, error }) => ({ result, error }))).toEqual(
      direct.slice(0, 4).map(({ result, error }) => ({ result, error })),
    );
    expect(gated[4]?.error?.code).toBe(-32602);
  });

  it("T21 the memory server keeps what it was told", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const memory = {
      command: process.execPath,
      args: [MEMORY],
      env: { MEMORY_FILE_PATH: join(bed.folder, "memory.jsonl") },
    };
    const client = await bed.serve({ memory });
    const entities = [{ name: "Ada", entityType: "person", observations: ["wrote the first program"] }];
    await client.call("memory_create_entities", { entities });
    const { result } = await client.call("memory_search_nodes", { query: "Ada" });
    expect(result.structuredContent.entities).toEqual(entities);
  });

  it("T21 the everything server lists and answers as it does alone", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const everything = { command: process.execPath, args: [EVERYTHING, "stdio"] };
    const alone = await childAlone(everything);
    const client = await bed.serve({ everything });
    await eventually("it is listed", async () => (await client.toolNames()).includes("everything_echo"));
    const [direct, gated] = await Promise.all([alone, client].map((side) => side.request("tools/list")));
    const ofChild = gated?.result.tools.filter(({ name }: { name: string }) => name.startsWith("everything_"));
    expect(ofChild).toEqual(
      direct?.result.tools.map((tool: { name: string }) => ({ ...tool, name: `everything_${tool.name}` })),
    );
    const calls: [string, object][] = [
      ["echo", { message: "hi" }],
      ["get-sum", { a: 1, b: 2 }],
      ["get-tiny-image", {}],
      ["get-structured-content", { location: "New York" }],
      ["get-annotated-message", { messageType: "error", includeImage: true }],
      ["get-sum", { a: "not a number" }],
    ];
    const answers = await Promise.all(
      calls.map(async ([name, args]) => [
        (await alone.call(name, { ...args })).result,
        (await client.call(`everything_${name}`, { ...args })).result,
      ]),
    );
    expect(answers.map(([, through]) => through)).toEqual(answers.map(([own]) => own));
    const prompt = { name: "completable-prompt", arguments: { department: "Sales", name: "Eve" } };
    const [own, through] = await Promise.all([
      alone.request("prompts/get", prompt),
      client.request("prompts/get", { ...prompt, name: `everything_${prompt.name}` }),
    ]);
    await alone.close();
    expect(through.result).toEqual(own.result);
  });

  it("T21 the everything server's progress arrives step by step", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ everything: { command: process.execPath, args: [EVERYTHING, "stdio"] } });
    await eventually("it is listed", async () => (await client.toolNames()).includes("everything_echo"));
    await client.call(
      "everything_trigger-long-running-operation",
      { duration: 0.4, steps: 4 },
      { _meta: { progressToken: 9 } },
    );
    const heard = client.notifications.filter(({ method }) => method === "notifications/progress");
    expect(heard.map(({ params }) => params)).toEqual(
      [1, 2, 3, 4].map((progress) => ({ progress, total: 4, progressToken: 9 })),
    );
  });

  it("T23 as_is keeps a child's own names and URIs", async () => {
    await using bed = createTestBed();
    await bed.setMode("open");
    const client = await bed.serve({ evil: { ...bed.evil(), sallyport: { names: "as_is" } } });
    await eventually("it is listed", async () => (await client.toolNames()).includes("act"));
    expect((await client.call("act", {})).result.content[0].text).toBe("act ran (1)");
    const { result } = await client.request("resources/list");
    expect(result.resources.map(({ uri }: { uri: string }) => uri)).toContain("evil://state/counter");
    expect((await client.request("prompts/get", { name: "greet" })).error).toBeUndefined();
  });
});
