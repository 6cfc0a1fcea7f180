import { isAbsolute } from "node:path";
import { Fault } from "@sallyport/contract/faults";
import { isDangerousVariable } from "@sallyport/contract/launch-risk";
import type { AttachSpec } from "@sallyport/contract/mount-specs";

/** Headers that belong to the transport: with one of these a server would read another request than was sent. */
const TRANSPORT_HEADERS =
  /^(accept|connection|content-(encoding|length|type)|expect|host|keep-alive|last-event-id|te|trailer|transfer-encoding|upgrade|(mcp|proxy|sec)-.*)$/;

interface Issue {
  path: string;
  message: string;
}

/** Throws `invalid_input` with everything in a spec that no approval makes good. Values are never repeated: they may be secret. */
export function refuseSpec(spec: AttachSpec): void {
  const issues = spec.type === "stdio" ? launchIssues(spec) : urlIssues(spec);
  for (const [path, text] of textsOf(spec)) {
    if (text.includes("${")) {
      const message =
        "nothing is expanded in the spec of an attached server; write the value itself, not a variable in braces";
      issues.push({ path, message });
    }
  }
  if (issues.length === 0) return;
  const words = issues.map(({ path, message }) => `\`${path}\`: ${message}`).join("; ");
  throw new Fault("invalid_input", words, { issues });
}

function launchIssues({ command, env }: Extract<AttachSpec, { type: "stdio" }>): Issue[] {
  const issues: Issue[] = [];
  if (command.startsWith("~")) {
    issues.push({
      path: "spec.command",
      message: "`~` is a shell's word and no shell reads this; write the whole path",
    });
  } else if (command.trim() === "" || (/\s/.test(command) && !isAbsolute(command))) {
    issues.push({ path: "spec.command", message: "it is the program alone; put the words after it in `args`" });
  }
  for (const name of Object.keys(env).filter(isDangerousVariable)) {
    const message = "with this variable a program runs what its command line does not show; leave it out";
    issues.push({ path: `spec.env.${name}`, message });
  }
  return issues;
}

function urlIssues({ url, headers }: Extract<AttachSpec, { type: "http" }>): Issue[] {
  const issues: Issue[] = [];
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") {
    issues.push({ path: "spec.url", message: "a URL carries no user name or password here; put them in `headers`" });
  }
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const path = `spec.headers.${name}`;
    const folded = name.toLowerCase();
    if (TRANSPORT_HEADERS.test(folded)) issues.push({ path, message: "the transport sets this header; leave it out" });
    if (seen.has(folded)) issues.push({ path, message: "this header is there twice; write it once" });
    if (/[^\x20-\xff]/.test(value))
      issues.push({ path, message: "a header cannot carry this; write it in Latin letters" });
    seen.add(folded);
  }
  return issues;
}

/** Every text of a spec with its place. */
function textsOf(spec: AttachSpec): [string, string][] {
  const named = (key: string, texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`spec.${key}.${name}`, text]);
  if (spec.type === "http") return [["spec.url", spec.url], ...named("headers", spec.headers)];
  const { command, args, env, cwd = "" } = spec;
  return [
    ["spec.command", command],
    ...args.map((text, at): [string, string] => [`spec.args.${at}`, text]),
    ...named("env", env),
    ["spec.cwd", cwd],
  ];
}
