import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fault, openResourcesDoor, type ResourcesDoor } from "../testing/resources-door.ts";

let door: ResourcesDoor;
beforeEach(async () => {
  door = await openResourcesDoor();
});
afterEach(() => door.close());

const list = async (args = {}) => (await door.call("list", args)).structuredContent;
const templates = async (args = {}) => (await door.call("list_templates", args)).structuredContent;
const entry = (server: string, uri: string) => ({ server, uri, name: `the ${uri}`, mime: "text/plain" });

describe("list", () => {
  it("shows each server's own URIs, whether the front shows them so or not", async () => {
    door.view.servers.set("wrapped", { resources: { "file:///a": [], "mailto:a": [] }, isAsIs: true });
    expect(await list()).toEqual({
      resources: [
        entry("files", "file:///a"),
        entry("files", "file:///b"),
        entry("wrapped", "file:///a"),
        entry("wrapped", "mailto:a"),
      ],
      unavailable: [],
    });
  });

  it("shows those of one server, and those with a beginning", async () => {
    door.view.servers.set("notes", { resources: { "note://a": [], "file:///b": [] } });
    expect(await list({ server: "notes" })).toMatchObject({ resources: [{ uri: "note://a" }, { uri: "file:///b" }] });
    expect(await list({ uri_prefix: "file:///b" })).toMatchObject({
      resources: [{ server: "files" }, { server: "notes" }],
    });
  });

  it("names the servers whose part is missing", async () => {
    door.view.servers.set("notes", { resources: { "note://a": [] }, down: "it died\n" });
    const unavailable = [{ server: "notes", reason: "it died⟦U+000A⟧" }];
    expect(await list()).toMatchObject({ resources: [{ server: "files" }, { server: "files" }], unavailable });
    expect(await list({ server: "notes" })).toEqual({ resources: [], unavailable });
    expect(await list({ server: "files" })).toMatchObject({ unavailable: [] });
  });

  it("says that a server is not there", async () => {
    expect(await door.call("list", { server: "nobody" })).toMatchObject(
      fault("not_found", { message: expect.stringContaining("`nobody`"), server: "nobody" }),
    );
  });

  it("knows a server that lists nothing by its page at `compositor_meta`", async () => {
    door.view.servers.set("compositor_meta", { resources: { "compositor://state/tools_only": [] } });
    expect(await list({ server: "tools_only" })).toEqual({ resources: [], unavailable: [] });
  });

  it("says that the compositor cannot be reached", async () => {
    await door.view.cut();
    door.view.refusesClients = "not now";
    expect(await door.call("list")).toMatchObject(
      fault("unavailable", { message: "the compositor cannot be asked: not now; try again in a moment" }),
    );
  });
});

describe("list_templates", () => {
  it("shows each server's own templates", async () => {
    door.view.servers.set("notes", { resources: {}, templates: ["note://{id}"] });
    door.view.servers.set("wrapped", { resources: {}, templates: ["file:///{path}"], isAsIs: true });
    const shown = (server: string, uri_template: string) => ({
      server,
      uri_template,
      name: `the ${uri_template}`,
      mime: "text/plain",
    });
    expect(await templates()).toEqual({
      templates: [shown("notes", "note://{id}"), shown("wrapped", "file:///{path}")],
      unavailable: [],
    });
    expect(await templates({ server: "notes" })).toMatchObject({ templates: [{ server: "notes" }] });
  });
});
