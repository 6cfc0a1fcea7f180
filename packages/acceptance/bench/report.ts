import { cpus } from "node:os";
import type { Goal, Part } from "./goals.ts";
import { table } from "./table.ts";

/** The generated part of `docs/performance.md`. */
export function report(parts: readonly Part[]): string {
  const goals = parts.flatMap((part) => part.goals);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`;
  return [
    `Measured on ${machine}. What is compared was measured in one run, rounds interleaved, medians of the rounds. Absolute figures are this machine's; the ratios travel.`,
    ...parts.flatMap(({ title, text }) => (text === undefined ? [] : [`## ${title}`, text])),
    ...(goals.length === 0 ? [] : ["## Targets", goalTable(goals), verdict(goals)]),
  ].join("\n\n");
}

const goalTable = (goals: readonly Goal[]) =>
  table(
    ["figure", "measured", "target", "met"],
    goals.map(({ what, measured, target, met }) => [what, measured, target, met ? "yes" : "**no**"]),
  );

function verdict(goals: readonly Goal[]): string {
  const missed = goals.filter(({ met }) => !met);
  if (missed.length === 0) return "Every target above is met in this run.";
  return `Not met in this run: ${missed.map(({ what, measured, target }) => `${what} (${measured}, target ${target})`).join("; ")}.`;
}
