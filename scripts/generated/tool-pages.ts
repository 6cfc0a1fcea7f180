import * as chat from "@sallyport/contract/chat";
import * as compositorAdmin from "@sallyport/contract/compositor-admin";
import * as loop from "@sallyport/contract/loop";
import * as policyApprover from "@sallyport/contract/policy-approver";
import * as policyProposer from "@sallyport/contract/policy-proposer";
import * as policyReader from "@sallyport/contract/policy-reader";
import * as resources from "@sallyport/contract/resources";
import type { ToolContract } from "@sallyport/contract/tools";
import { table } from "./regions.ts";
import { fieldsOf } from "./schema-text.ts";

/** Every server package that has tools, with its page of the contract. */
const PAGES: Readonly<Record<string, object>> = {
  chat,
  "compositor-admin": compositorAdmin,
  loop,
  "policy-approver": policyApprover,
  "policy-proposer": policyProposer,
  "policy-reader": policyReader,
  resources,
};

export const SERVERS_WITH_TOOLS: readonly string[] = Object.keys(PAGES);

/** The tools of one server as its README shows them. */
export function toolTable(folder: string | null): string {
  return table(
    ["tool", "takes", "answers", "does"],
    toolsOf(folder ?? "").map((tool) => [
      `\`${tool.name}\``,
      brief(fieldsOf(tool.input, "input").map(({ name, need }) => (need === "required" ? name : `${name}?`))),
      brief(fieldsOf(tool.output, "output").map(({ name }) => name)),
      tool.description,
    ]),
  );
}

/** Every tool of every server, field by field. */
export function toolReference(): string {
  return SERVERS_WITH_TOOLS.map((folder) =>
    [`## ${folder}`, ...toolsOf(folder).map((tool) => toolSection(folder, tool))].join("\n\n"),
  ).join("\n\n");
}

function toolSection(folder: string, tool: ToolContract): string {
  const hints = Object.entries(tool.annotations).filter(([, value]) => value === true);
  const input = fieldsOf(tool.input, "input");
  const output = fieldsOf(tool.output, "output");
  return [
    `### \`${folder.replaceAll("-", "_")}_${tool.name}\``,
    tool.description,
    `Annotations: ${hints.map(([name]) => `\`${name}\``).join(", ") || "none that is true"}.`,
    input.length === 0
      ? "Takes nothing."
      : table(
          ["input", "type", "", ""],
          input.map(({ name, type, need, description }) => [`\`${name}\``, `\`${type}\``, need, description]),
        ),
    table(
      ["output", "type", ""],
      output.map(({ name, type, need, description }) => [
        `\`${name}\``,
        `\`${type}\``,
        [need === "optional" ? "may be absent" : "", description].filter(Boolean).join("; "),
      ]),
    ),
  ].join("\n\n");
}

function toolsOf(folder: string): ToolContract[] {
  const tools = Object.values(PAGES[folder] ?? {}).filter(isTool);
  if (tools.length === 0) throw new Error(`\`${folder}\` has no tools in the contract`);
  return tools.sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Constants stand beside the tools on a page of the contract. */
function isTool(value: unknown): value is ToolContract {
  return typeof value === "object" && value !== null && "annotations" in value && "input" in value;
}

function brief(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.map((name) => `\`${name}\``).join(", ");
}
