import { EXIT } from "@sallyport/contract/exit-codes";
import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { configOption } from "../config-file.ts";
import { checkAgents } from "../doctor/check-agents.ts";
import { checkConfig } from "../doctor/check-config.ts";
import { checkDoor } from "../doctor/check-door.ts";
import { checkNode } from "../doctor/check-node.ts";
import { checkPolicy } from "../doctor/check-policy.ts";
import { checkStore } from "../doctor/check-store.ts";
import type { Finding } from "../doctor/finding.ts";
import { examples, jsonOption, type StoreOptions, withStoreOptions } from "../options.ts";
import { showOn } from "../shown.ts";
import type { Surroundings } from "../surroundings.ts";

/** `sallyport doctor`: whether everything it takes is there, and what to do where not. */
export function doctorCommand(program: Command, surroundings: Surroundings): void {
  const shown = showOn(surroundings);
  withStoreOptions(program.command("doctor"), surroundings)
    .description(
      "check this machine, the store, the policy, the HTTP door and the configuration; exit 1 where something fails",
    )
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText("after", examples("sallyport doctor", "sallyport doctor --config servers.json"))
    .action(async (options: StoreOptions & { config?: string; json?: true }) => {
      const findings: Finding[] = [
        checkNode(process.versions.node),
        ...(await checkStore(options)),
        ...(await checkPolicy(options)),
        ...(await checkAgents(options)),
        ...(await checkDoor(options)),
        ...(await checkConfig(options.config, surroundings)),
      ];
      if (options.json) shown.records(findings);
      else shown.lines(findings.map(findingLine).join("\n"));
      const failed = findings.filter(({ level }) => level === "fail").length;
      if (failed > 0) throw new CommandFailure(EXIT.failed, `${failed} of ${findings.length} checks failed; see above`);
    });
}

function findingLine({ level, subject, detail, remedy }: Finding): string {
  const line = `${level.padEnd(4)}  ${subject.padEnd(8)}  ${detail}`;
  return remedy === undefined ? line : `${line}\n      ${"".padEnd(8)}  -> ${remedy}`;
}
