import { type AttachSpec, attachSpec, specDigest } from "@sallyport/contract/mount-specs";
import { describe, expect, it, vi } from "vitest";
import type { Change } from "../facets/change-feed.ts";
import { ATTACHED_LIMIT } from "../facets/wanted-mounts.ts";
import type { Opened } from "./run-store-conformance.ts";

const server = (command: string): AttachSpec => attachSpec.parse({ type: "stdio", command });
const one = attachSpec.parse({ type: "stdio", command: "one", env: { TOKEN: "hunter2" } });

export function wantedMountCases(given: () => Opened): void {
  const attach = (name: string, spec: AttachSpec, configured: string | null = null) =>
    given().admin.wanted.attach({ agent: "a", name, spec, configured });
  const detach = (name: string, configured: string | null = null) =>
    given().admin.wanted.detach({ agent: "a", name, configured });

  describe("wanted mounts", () => {
    it("an attached server is wanted until it is detached, by its own agent alone", async () => {
      const { admin, gate } = given();
      expect(await attach("files", one)).toBe("attached");
      expect(await attach("files", one)).toBe("unchanged");
      expect(await gate.wanted.wanted("a")).toEqual([
        { agent: "a", name: "files", spec: one, wanted_at: "2030-01-01T00:00:00.000Z" },
      ]);
      expect(await admin.wanted.wanted("b")).toEqual([]);
      await detach("files");
      await detach("files");
      await detach("never heard of");
      expect(await admin.wanted.wanted("a")).toEqual([]);
    });

    it("names that count as one are one, and another spec under it is refused with nothing of the first in the message", async () => {
      await attach("my-files", one);
      expect(await attach("my_files", one)).toBe("unchanged");
      const refused = await attach("my_files", server("two")).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "already_mounted", message: expect.stringContaining("detach it first") });
      expect(String(refused)).not.toContain("hunter2");
      await detach("my_files");
      expect(await given().gate.wanted.wanted("a")).toEqual([]);
    });

    it("a configured server that is detached stays away until the same spec is attached, which is a wish from then on", async () => {
      const { gate } = given();
      const configured = specDigest(one);
      expect(await attach("files", one, configured)).toBe("unchanged");
      await detach("files", configured);
      await detach("files", configured);
      await detach("files");
      expect(await gate.wanted.wanted("a")).toEqual([
        { agent: "a", name: "files", spec: null, wanted_at: "2030-01-01T00:00:00.000Z" },
      ]);
      await expect(attach("files", server("two"))).rejects.toMatchObject({ code: "already_mounted" });
      expect(await attach("files", one)).toBe("attached");
      expect(await gate.wanted.wanted("a")).toMatchObject([{ name: "files", spec: one }]);
      expect(await attach("files", one, configured)).toBe("unchanged");
      await detach("files", configured);
      expect(await attach("files", one, configured)).toBe("attached");
      expect(await gate.wanted.wanted("a")).toEqual([]);
    });

    it("what was detached and is in nobody's configuration any more is a server like another", async () => {
      const { gate } = given();
      await detach("files", specDigest(one));
      expect(await attach("files", one)).toBe("attached");
      expect(await attach("files", one)).toBe("unchanged");
      await expect(attach("files", server("two"))).rejects.toMatchObject({
        message: expect.stringContaining("detach it first"),
      });
      await detach("files");
      expect(await gate.wanted.wanted("a")).toEqual([]);
      expect(await attach("files", server("two"))).toBe("attached");
    });

    it("what is attached and then written in the configuration too can be detached for good", async () => {
      const configured = specDigest(server("two"));
      await attach("files", one);
      await expect(attach("files", one, configured)).rejects.toMatchObject({ code: "already_mounted" });
      expect(await attach("files", server("two"), configured)).toBe("unchanged");
      await detach("files", configured);
      expect(await given().gate.wanted.wanted("a")).toMatchObject([{ name: "files", spec: null }]);
    });

    it("a change is told and recorded without the spec; attaching what is attached is told", async () => {
      const { gate, reader } = given();
      const told: Change[] = [];
      gate.changes.watch((change) => told.push(change));
      await attach("files", one);
      await attach("files", one);
      await detach("files");
      await detach("files");
      await vi.waitFor(() =>
        expect(told.map(({ topic, agent, key }) => `${topic} ${agent} ${key}`)).toEqual([
          "wanted_mounts a files",
          "wanted_mounts a files",
          "wanted_mounts a files",
        ]),
      );
      const events = await reader.timeline.list({ limit: 10 });
      expect(events).toMatchObject([
        { agent: "a", phase: "mount", action: "server-attached", server: "files" },
        { agent: "a", phase: "mount", action: "server-detached", server: "files" },
      ]);
      expect(JSON.stringify(events)).not.toContain("hunter2");
    });

    it("an agent has a limit of attached servers; what is detached does not count", { timeout: 60_000 }, async () => {
      await detach("configured", specDigest(one));
      for (let n = 0; n < ATTACHED_LIMIT; n += 1) await attach(`s${n}`, one);
      await expect(attach("more", one)).rejects.toMatchObject({ code: "too_many" });
      await detach("s7");
      expect(await attach("more", one)).toBe("attached");
      await expect(attach("configured", one)).rejects.toMatchObject({ code: "too_many" });
    });

    it("compositors of an agent's own view count while they live", async () => {
      const { admin, gate } = given();
      await gate.instances.enter({ agent: "a", view: "human" });
      expect(await admin.presence.compositors("a")).toBe(0);
      for (const view of ["agent", "agent"] as const) await gate.instances.enter({ agent: "a", view });
      expect([await admin.presence.compositors("a"), await admin.presence.compositors("b")]).toEqual([2, 0]);
      await gate.close();
      expect(await admin.presence.compositors("a")).toBe(0);
    });
  });
}
