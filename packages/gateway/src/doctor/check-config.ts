import { existsSync } from "node:fs";
import { type CompositorConfig, ConfigError, type MountSpec } from "@sallyport/compositor";
import { CommandFailure } from "../command-failure.ts";
import { findConfig, loadConfig } from "../config-file.ts";
import { programOnPath } from "../program-on-path.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Finding } from "./finding.ts";

/** Whether the configuration can be read and every server in it could be started. */
export async function checkConfig(named: string | undefined, surroundings: Surroundings): Promise<Finding[]> {
  try {
    const path = findConfig(named, surroundings);
    return describe(path, await loadConfig(path, surroundings));
  } catch (error) {
    if (error instanceof ConfigError) {
      const remedy = "mend the places named";
      return [{ level: "fail", subject: "config", detail: error.problems.map(placedProblem).join(" | "), remedy }];
    }
    if (!(error instanceof CommandFailure)) throw error;
    const [detail = "", ...remedy] = error.message.split("; ");
    return [{ level: "fail", subject: "config", detail, remedy: remedy.join("; ").replaceAll("\n", " ") }];
  }
}

function placedProblem({ path, line, column, message }: ConfigError["problems"][number]): string {
  return `${path}:${line}:${column}: ${message}`;
}

function describe(path: string, config: CompositorConfig): Finding[] {
  const count = `${config.mounts.length} ${config.mounts.length === 1 ? "server" : "servers"}`;
  return [
    { level: "ok", subject: "config", detail: `${path}: ${count}` },
    ...config.notices.map((detail): Finding => ({ level: "warn", subject: "config", detail })),
    ...config.mounts.map(checkMount),
  ];
}

function checkMount({ name, spec }: MountSpec): Finding {
  const subject = "mount";
  if (spec.type === "unstartable") {
    return {
      level: "fail",
      subject,
      detail: `\`${name}\`: ${spec.error}`,
      remedy: "the other servers work without it",
    };
  }
  if (spec.type === "http")
    return { level: "ok", subject, detail: `\`${name}\`: ${new URL(spec.url).origin}, not confined` };
  if (spec.cwd !== undefined && !existsSync(spec.cwd)) {
    return {
      level: "fail",
      subject,
      detail: `\`${name}\`: there is no folder \`${spec.cwd}\``,
      remedy: "make it, or mend `cwd`",
    };
  }
  const program = programOnPath(spec.command, spec.env.PATH ?? "");
  if (program !== null) return { level: "ok", subject, detail: `\`${name}\`: ${program}, not confined` };
  const remedy = "install it, or write its whole path";
  return { level: "fail", subject, detail: `\`${name}\`: there is no program \`${spec.command}\``, remedy };
}
