import { MODE_IDS, type ModeId } from "@sallyport/contract/policies";
import { listModes, setMode } from "@sallyport/contract/policy-approver";
import { Argument, type Command } from "commander";
import { withHumanDoor } from "../human-door.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";
import { callTool } from "../table-client.ts";
import { inForce } from "./policy.ts";

/** `sallyport modes`: the policies that ship with the product. */
export function modesCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  const group = program
    .command("modes")
    .description("the policies that ship with the product, and which is in force")
    .addHelpText("after", examples("sallyport modes", "sallyport modes set read-only"));

  withStoreOptions(group.command("list", { isDefault: true }), surroundings)
    .description("all of them; the active one is marked")
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport modes"))
    .action(async (options: StoreOptions & { json?: true }) => {
      const { modes } = await withHumanDoor(options, surroundings, ({ approver }) => callTool(approver, listModes, {}));
      if (options.json) return shown.records(modes);
      const rows = modes.map(({ id, active, description }) => [active ? "*" : "", id, description]);
      shown.table(["", "MODE", "WHAT IT DOES"], rows, "there are none");
    });

  withStoreOptions(group.command("set"), surroundings)
    .addArgument(new Argument("<id>", "a mode").choices(MODE_IDS))
    .description("make a mode the policy")
    .addHelpText("after", examples("sallyport modes set read-only"))
    .action(async (id: ModeId, options: StoreOptions) => {
      const version = await withHumanDoor(options, surroundings, ({ approver }) => callTool(approver, setMode, { id }));
      shown.lines(inForce(version));
    });
}
