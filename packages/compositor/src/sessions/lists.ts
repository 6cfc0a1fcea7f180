import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import { META_UNAVAILABLE } from "@sallyport/contract/resources";
import { visibleReason } from "@sallyport/contract/visible-text";
import { listAll } from "../mounts/listing.ts";
import type { Mount } from "../mounts/mount.ts";
import type { Roof } from "../roof.ts";
import { resourceOnFront } from "../surface/resource-routes.ts";

interface Missing {
  server: string;
  reason: string;
}

/** `tools/list`: from what mounts listed last; a tool that waits for a person's acceptance is not on it. */
export async function listTools(roof: Roof): Promise<JsonObject> {
  await roof.mounts.settled(roof.powers.limits.listWaitMs);
  const tools: JsonObject[] = [];
  for (const mount of roof.mounts.all()) {
    // Hosts hide `_meta`, and many of them never list again.
    if (mount.phase.phase === "starting")
      roof.powers.log(`server \`${mount.name}\` is still starting; a client that lists again finds its tools`);
    if (mount.child === null) continue;
    for (const { shown, isQuarantined } of roof.surface.tools.of(mount)) if (!isQuarantined) tools.push(shown);
  }
  return listed("tools", tools, downMounts(roof));
}

export async function listPrompts(roof: Roof): Promise<JsonObject> {
  const { missing } = await fromMounts(roof, "prompts", "prompts/list", "prompts", (mount, prompts) =>
    roof.surface.admitPrompts(mount, prompts),
  );
  const down = new Set(missing.map(({ server }) => server));
  const up = roof.mounts.all().filter(({ name }) => !down.has(name));
  const prompts = up.flatMap((mount) => roof.surface.prompts.of(mount));
  return listed(
    "prompts",
    prompts.map(({ shown }) => shown),
    missing,
  );
}

export async function listResources(roof: Roof): Promise<JsonObject> {
  const { entries, missing } = await fromMounts(
    roof,
    "resources",
    "resources/list",
    "resources",
    (mount, resources) => {
      mount.resourceUris = new Set(resources.flatMap(({ uri }) => (typeof uri === "string" ? [uri] : [])));
    },
  );
  return listed("resources", entries, missing);
}

export async function listTemplates(roof: Roof): Promise<JsonObject> {
  const method = "resources/templates/list";
  const { entries, missing } = await fromMounts(roof, "resources", method, "resourceTemplates");
  return listed("resourceTemplates", entries, missing);
}

/** Asks every mount that has the capability at the same time; one that does not answer is named, not left out. */
async function fromMounts(
  roof: Roof,
  capability: string,
  method: string,
  key: string,
  onListed: (mount: Mount, entries: readonly JsonObject[]) => void = () => {},
): Promise<{ entries: JsonObject[]; missing: Missing[] }> {
  const { listWaitMs } = roof.powers.limits;
  await roof.mounts.settled(listWaitMs);
  const missing = downMounts(roof);
  const parts = await Promise.all(
    roof.mounts.all().map(async (mount) => {
      if (mount.child === null || !mount.offers(capability)) return [];
      try {
        const entries = await listAll(mount.child, method, key, { timeoutMs: mount.timeoutMs ?? 2 * listWaitMs });
        onListed(mount, entries);
        return entries.map((entry) => resourceOnFront(mount, entry));
      } catch (error) {
        // A child that offers resources need not have templates.
        if (error instanceof WireError && error.code === RPC_ERRORS.methodNotFound) return [];
        const reason = mount.mask.text(error instanceof Error ? error.message : "failed");
        missing.push({ server: mount.name, reason: visibleReason(reason) });
        return [];
      }
    }),
  );
  return { entries: parts.flat(), missing };
}

function downMounts(roof: Roof): Missing[] {
  return roof.mounts.all().flatMap((mount) => {
    const { phase } = mount;
    if (phase.phase === "running") return [];
    const reason = "error" in phase ? visibleReason(phase.error) : "it is still starting";
    return [{ server: mount.name, reason }];
  });
}

function listed(key: string, entries: readonly JsonObject[], missing: readonly Missing[]): JsonObject {
  return { [key]: entries, ...(missing.length > 0 && { _meta: { [META_UNAVAILABLE]: missing } }) };
}
