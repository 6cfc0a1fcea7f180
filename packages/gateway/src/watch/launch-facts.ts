import { ownProperty } from "@sallyport/contract/json";
import type { MountLaunch, MountRecord } from "@sallyport/contract/mounts";
import type { Fact } from "./fact-rows.ts";
import { dim, plain } from "./styled-line.ts";
import { visibleSpans } from "./visible-spans.ts";

/** How a server is started, where it is confined, and how it is, as the gateway observed it. */
export function launchFacts(server: string, mount: MountRecord | undefined): Fact[] {
  if (mount === undefined)
    return [["server", [...visibleSpans(server), dim(" is not mounted now: no running gateway has it")]]];
  const { origin, state, restarts, since, sandbox } = mount;
  const again = restarts === 0 ? "" : `, restarted ${restarts === 1 ? "once" : `${restarts} times`}`;
  return [
    ["server", [...visibleSpans(server), dim(` (${origin})`)]],
    ...(mount.launch === null ? [] : reached(mount.launch)),
    ["state", [plain(`${state.state} since ${since}${again}`)]],
    ...(state.state === "failed" ? [["error", ...state.error.split("\n").map(visibleSpans)] as const] : []),
    ...(state.state === "running" ? [["says it is", visibleSpans(nameIn(state.initialize))] as const] : []),
    ["sandbox", visibleSpans(sandbox)],
  ];
}

function reached(launch: MountLaunch): Fact[] {
  if (launch.type === "http") {
    return [
      ["address", visibleSpans(launch.url)],
      ...(launch.headers.length === 0 ? [] : [["headers", visibleSpans(launch.headers.join(", "))] as const]),
    ];
  }
  return [
    ["command", visibleSpans([launch.command, ...launch.args].map(shellWord).join(" "))],
    ...(launch.env.length === 0 ? [] : [["variables", visibleSpans(launch.env.join(", "))] as const]),
  ];
}

/** Quoted where a shell would see more than one word in it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function nameIn(initialize: unknown): string {
  const words = ["title", "name", "version"].map((key) => ownProperty(ownProperty(initialize, "serverInfo"), key));
  return words.filter((word) => typeof word === "string").join(" ") || "nothing";
}
