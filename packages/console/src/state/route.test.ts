import { describe, expect, it } from "vitest";
import { openRoute, placeHash, readPlace } from "./route.ts";

describe("readPlace", () => {
  it("reads what placeHash wrote", () => {
    const places = [
      { page: "approvals", id: null },
      { page: "policy", id: "a/b c#%" },
    ] as const;
    expect(places.map((place) => readPlace(placeHash(place)))).toEqual(places);
  });

  it("shows the approvals for anything else", () => {
    const start = { page: "approvals", id: null };
    expect(["", "#", "#/nowhere", "#/nowhere/a", "#/approvals/%", "#code=x"].map(readPlace)).toEqual(
      Array.from({ length: 6 }, () => start),
    );
  });
});

describe("openRoute", () => {
  it("is where it was sent before the browser tells of it", () => {
    const silent = { location: { hash: "" }, history: {}, addEventListener() {} } as unknown as Window;
    const route = openRoute(silent);
    route.go({ page: "chat", id: null });
    expect(route.place.value).toEqual({ page: "chat", id: null });
    expect(silent.location.hash).toBe("#/chat");
  });
});
