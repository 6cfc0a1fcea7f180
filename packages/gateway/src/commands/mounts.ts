import { EXIT } from "@sallyport/contract/exit-codes";
import type { DefinitionChange, MountRecord } from "@sallyport/contract/mounts";
import { acceptDefinition } from "@sallyport/contract/policy-approver";
import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { withHumanDoor, withRecords } from "../human-door.ts";
import { noGateway } from "../no-gateway.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { showOn, span, visibleJson } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { callTool } from "../table-client.ts";

const DIGEST_LENGTH = 12;

/** `sallyport mounts`: the servers behind the door, as they were last observed. */
export function mountsCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("mounts")
    .description("the servers behind the door, and tools that changed")
    .addHelpText("after", examples("sallyport mounts"));

  withStoreOptions(group.command("list", { isDefault: true }), surroundings)
    .description("every mount; then every tool whose definition changed, old and new")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport mounts", "sallyport mounts --json"))
    .action(async (options: StoreOptions & { json?: true }) => {
      const { agent } = options;
      const found = await withRecords(options, async ({ mounts, definitions }) => ({
        mounts: await mounts.list({ agent }),
        changes: await definitions.changes({ agent }),
      }));
      if (options.json) return shown.records(found.mounts);
      const heading = ["MOUNT", "VIEW", "ORIGIN", "STATE", "TOOLS", "SINCE", "RESTARTS", "SANDBOX", "ERROR"];
      shown.table(heading, found.mounts.map(listRow), noGateway(agent));
      const failed = found.mounts.filter(({ state, stderr }) => state.state === "failed" && stderr.length > 0);
      for (const { name } of failed) shown.lines(`\n${name} failed; what it wrote:  sallyport logs ${name}`);
      for (const change of found.changes) showChange(change);
    });

  withStoreOptions(group.command("accept"), surroundings)
    .argument("<mount>", "the mount's name")
    .argument("<tool>", "the tool's own name")
    .requiredOption("--digest <digest>", "the new definition's digest, as `sallyport mounts` shows it")
    .description("accept a tool whose definition changed; until then it cannot be called")
    .addHelpText("after", examples("sallyport mounts", "sallyport mounts accept files write_file --digest DIGEST"))
    .action(async (server: string, tool: string, options: StoreOptions & { digest: string }) => {
      const changes = await withRecords(options, ({ definitions }) => definitions.changes({ agent: options.agent }));
      const change = changes.find((known) => known.server === server && known.tool === tool);
      if (change === undefined) {
        const message = `\`${tool}\` of mount \`${server}\` has not changed; see \`sallyport mounts\``;
        throw new CommandFailure(EXIT.failed, message);
      }
      const read = options.digest.length >= DIGEST_LENGTH && change.observed_digest.startsWith(options.digest);
      const digest = read ? change.observed_digest : options.digest;
      await withHumanDoor(options, surroundings, ({ approver }) =>
        callTool(approver, acceptDefinition, { server, tool, digest }),
      );
      shown.lines(`accepted \`${tool}\` of mount \`${server}\`; it can be called again`);
    });

  function showChange(change: DefinitionChange): void {
    const digest = change.observed_digest.slice(0, DIGEST_LENGTH);
    shown.lines(`\nchanged at ${change.changed_at}, cannot be called: tool ${change.tool} of mount ${change.server}`);
    shown.lines(`was: ${visibleJson(change.accepted)}\nnow: ${visibleJson(change.observed)}`);
    shown.lines(`accept:  sallyport mounts accept ${change.server} ${change.tool} --digest ${digest}`);
  }
}

function listRow({ name, view, origin, pinned, state, sandbox, restarts, since }: MountRecord): string[] {
  return [
    name,
    view,
    // The product's own are always pinned; of the others it is worth a word.
    pinned && origin !== "product" ? `${origin}, pinned` : origin,
    state.state,
    state.state === "running" ? String(state.tools.length) : "-",
    `${span(since, Date.now())} ago`,
    String(restarts),
    sandbox,
    state.state === "failed" ? state.error : "",
  ];
}
