import { APPROVAL_EDGES } from "@sallyport/contract/approvals";

/** Every state of an approval and every move there is. */
export function approvalDiagram(): string {
  const edges = Object.entries(APPROVAL_EDGES);
  return [
    "```mermaid",
    "stateDiagram-v2",
    "  [*] --> pending",
    ...edges.flatMap(([from, targets]) => targets.map((to) => `  ${from} --> ${to}`)),
    ...edges.filter(([, targets]) => targets.length === 0).map(([state]) => `  ${state} --> [*]`),
    "```",
  ].join("\n");
}
