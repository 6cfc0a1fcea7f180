import type { JsonObject } from "@sallyport/contract/json";
import { describe, expect, it, vi } from "vitest";
import { openMounts } from "./mounts.ts";

/** Servers of a fake door, with the names of those whose pages were read. */
function mountedServers(names: string[]) {
  const states = new Map(names.map((name) => [name, 0]));
  const read: string[] = [];
  const listeners = new Map<string, () => void>();
  let listChanged = () => {};
  const uriOf = (name: string) => `compositor://compositor_meta/state/${name}`;
  return {
    read,
    change(name: string) {
      states.set(name, (states.get(name) ?? 0) + 1);
      listeners.get(uriOf(name))?.();
    },
    unmount(name: string) {
      states.delete(name);
      listChanged();
    },
    link: {
      async request(method: string, params: JsonObject): Promise<JsonObject> {
        if (method === "resources/list")
          return { resources: [...states.keys()].map((name) => ({ uri: uriOf(name), name })) };
        const name = String(params.uri).slice(uriOf("").length);
        read.push(name);
        const page = { state: "initializing", sandbox: "none", restarts: states.get(name), since: "" };
        return { contents: [{ text: JSON.stringify(page) }] };
      },
      watch(uri: string, listener: () => void) {
        listeners.set(uri, listener);
        return () => listeners.delete(uri);
      },
      watchList(listener: () => void) {
        listChanged = listener;
        return () => {};
      },
    },
  };
}

describe("openMounts", () => {
  it("reads again only the one that changed", async () => {
    const { link, read, change } = mountedServers(["files", "web", "mail"]);
    const mounts = openMounts(link);
    const restarts = () => mounts.all.value?.map(({ name, page }) => `${name} ${page.restarts}`);
    await vi.waitFor(() => expect(restarts()).toEqual(["files 0", "web 0", "mail 0"]));
    read.length = 0;
    change("web");
    await vi.waitFor(() => expect(restarts()).toEqual(["files 0", "web 1", "mail 0"]));
    expect(read).toEqual(["web"]);
  });

  it("forgets one that is gone, and reads no other for it", async () => {
    const { link, read, change, unmount } = mountedServers(["files", "web"]);
    const mounts = openMounts(link);
    await vi.waitFor(() => expect(mounts.all.value).toHaveLength(2));
    read.length = 0;
    unmount("files");
    await vi.waitFor(() => expect(mounts.all.value?.map(({ name }) => name)).toEqual(["web"]));
    change("files");
    expect(read).toEqual([]);
  });

  it("says why where none can be read", async () => {
    const { link } = mountedServers(["files"]);
    const request = async (method: string, params: JsonObject) => {
      if (method === "resources/list") return link.request(method, params);
      throw new Error("it is too big");
    };
    const mounts = openMounts({ ...link, request });
    await vi.waitFor(() => expect(mounts.problem.value).toContain("it is too big"));
    expect(mounts.all.value).toBe(null);
  });

  it("shows none only where there is none", async () => {
    const { link } = mountedServers([]);
    const mounts = openMounts(link);
    expect(mounts.all.value).toBe(null);
    await vi.waitFor(() => expect(mounts.all.value).toEqual([]));
  });
});
