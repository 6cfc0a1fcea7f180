import { describe, expect, it } from "vitest";
import { ListingChanges } from "./listing-changes.ts";

/** A listing: URIs of servers that are up, and names of those that are down. */
const listing = (up: Record<string, string[]>, down: string[] = []) => ({
  servers: new Set([...Object.keys(up), ...down]),
  unavailable: new Map(down.map((server) => [server, "it died"])),
  uris: new Map(Object.entries(up).map(([server, uris]) => [server, new Set(uris)])),
});
const NOTHING = { changed: [], moved: [] };

function taking() {
  const changes = new ListingChanges();
  return (...given: Parameters<typeof listing>) => {
    const { changed, moved } = changes.take(listing(...given));
    return { changed: [...changed], moved: [...moved] };
  };
}

describe("ListingChanges", () => {
  it("takes the first listing for how things are", () => {
    const take = taking();
    expect(take({ files: ["a"], notes: [] })).toEqual({ changed: [], moved: ["files", "notes"] });
    expect(take({ files: ["a"], notes: [] })).toEqual(NOTHING);
  });

  it("tells whose resources came or went, one for another too", () => {
    const take = taking();
    take({ files: ["a"], notes: ["n"] });
    expect(take({ files: ["b"], notes: ["n"] })).toEqual({ changed: ["files"], moved: ["files"] });
    expect(take({ files: ["b", "c"], notes: ["n"] })).toEqual({ changed: ["files"], moved: ["files"] });
  });

  it("takes a list that is missing for unknown, not for empty", () => {
    const take = taking();
    take({ files: ["a"] });
    expect(take({}, ["files"])).toEqual({ changed: [], moved: ["files"] });
    expect(take({ files: ["a"] })).toEqual({ changed: [], moved: ["files"] });
    take({}, ["files"]);
    expect(take({ files: ["b"] })).toEqual({ changed: ["files"], moved: ["files"] });
  });

  it("does not take the first list of a server that was starting for a change", () => {
    const take = taking();
    take({}, ["slow"]);
    expect(take({ slow: ["a"] })).toEqual({ changed: [], moved: ["slow"] });
  });

  it("tells of servers that come and go", () => {
    const take = taking();
    take({ files: ["a"] });
    expect(take({ files: ["a"], notes: ["n"] })).toEqual({ changed: ["notes"], moved: ["notes"] });
    expect(take({ files: ["a"] })).toEqual({ changed: ["notes"], moved: ["notes"] });
    expect(take({ files: ["a"] })).toEqual(NOTHING);
  });
});
