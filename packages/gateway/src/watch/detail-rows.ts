import type { ApprovalRecord } from "@sallyport/contract/approvals";
import { argumentFields } from "@sallyport/contract/argument-fields";
import { mixedScriptWords } from "@sallyport/contract/look-alikes";
import type { MountRecord } from "@sallyport/contract/mounts";
import { argumentRows } from "./argument-rows.ts";
import { type Fact, factRows } from "./fact-rows.ts";
import { launchFacts } from "./launch-facts.ts";
import { dim, type Line, plain, type Span, strong, warning, wrapLine } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";

/**
 * One call with everything a person decides by, nothing left out, in rows of at most so many columns.
 * @param mount the server that would run it, as it is now
 */
export function detailRows(record: ApprovalRecord, mount: MountRecord | undefined, columns: number): Line[] {
  const args = argumentRows(record.arguments, columns);
  const bytes = Buffer.byteLength(JSON.stringify(record.arguments));
  return [
    ...cautions(record, args).flatMap((line) => wrapLine(line, columns)),
    ...factRows(["asked by", askedBy(record)], columns),
    ...heading("Why you are asked (policy text, not the agent's)"),
    ...lines(record.rationale || "the policy says nothing").flatMap((line) => wrapLine(line, columns)),
    ...heading(`Arguments in full, ${bytes} bytes`),
    ...args,
    ...heading("The server, and how it is launched"),
    ...launchFacts(record.server, mount).flatMap((fact) => factRows(fact, columns)),
    ...heading("Options"),
    ...record.options.flatMap((option) =>
      wrapLine([...visibleSpans(option.name), dim(option.allows ? " (allows)" : " (does not allow)")], columns),
    ),
    ...heading("What it is to be known by"),
    ...identity(record).flatMap((fact) => factRows(fact, columns)),
    [dim("end of this call")],
  ];
}

function askedBy({ principal, agent, client }: ApprovalRecord): Span[] {
  const who = [plain(`${principal} `), strong(agent)];
  return client === null
    ? who
    : [
        ...who,
        plain(" through "),
        ...visibleSpans(`${client.name} ${client.version}`),
        dim(" (claimed by the client)"),
      ];
}

function identity(record: ApprovalRecord): Fact[] {
  const { name, tool, server, session, policy, created_at, expires_at, comment } = record;
  return [
    ["tool", [...visibleSpans(name), dim(" ("), ...visibleSpans(tool), dim(" of "), ...visibleSpans(server), dim(")")]],
    ...titleFacts(record.tool_title),
    ["session", visibleSpans(session)],
    ["asked", [plain(created_at)]],
    ["expires", [plain(expires_at)]],
    ["policy", [plain(`version ${policy.version}, digest `), ...visibleSpans(policy.digest)]],
    ["arguments", [dim("digest "), ...visibleSpans(record.arguments_digest)]],
    ["definition", [dim("digest "), ...visibleSpans(record.definition_digest)]],
    ["approval", visibleSpans(record.approval_id)],
    ...(comment ? [["comment", ...lines(comment)] satisfies Fact] : []),
  ];
}

function titleFacts(title: string | null): Fact[] {
  return title === null ? [] : [["title", [...visibleSpans(title), dim(" (its server's word)")]]];
}

/** What a person should look at twice. */
function cautions(record: ApprovalRecord, args: readonly Line[]): Line[] {
  const tokens = args.flat().filter(({ look }) => look === "token").length;
  const mixed = [...new Set(textsIn(record).flatMap(mixedScriptWords))].slice(0, 20);
  return [
    ...(tokens > 0 ? [[warning(`Look twice: ${tokens} hidden or deceptive characters, shown as ⟦...⟧`)]] : []),
    ...(mixed.length > 0
      ? [[warning("Look twice: mixed scripts in "), ...mixed.flatMap((word) => [plain(" "), ...visibleSpans(word)])]]
      : []),
  ];
}

function heading(text: string): Line[] {
  return [[], [strong(text)]];
}

const lines = (text: string): Span[][] => text.split("\n").map(visibleSpans);

function textsIn({ arguments: args }: ApprovalRecord): string[] {
  return argumentFields(args).flatMap((field) => {
    if (field.kind === "edit") return [field.path, field.before, field.after];
    return [field.path, field.kind === "text" ? field.text : ""];
  });
}
