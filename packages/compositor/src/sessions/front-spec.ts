import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import type { JsonObject } from "@sallyport/contract/json";
import type { FrontSpec, RequestContext } from "@sallyport/mcp";
import { isLogLevel, levelForChildren, setChildLevel } from "../relay/log-levels.ts";
import type { Roof } from "../roof.ts";
import { callTool } from "./call-tool.ts";
import { joinInstructions } from "./instructions.ts";
import { listPrompts, listResources, listTemplates, listTools } from "./lists.ts";
import { complete, getPrompt } from "./prompts.ts";
import { readResource, subscribe, unsubscribe } from "./resources.ts";
import type { Session } from "./session.ts";

/** Offered always: what is behind the front comes and goes, and a client may not be gated on what was there first. */
const CAPABILITIES: JsonObject = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
};

/** What one client sees of this view. `start` is called with what the client declared, before children are waited for. */
export function frontSpec(roof: Roof, session: Session, start: (capabilities: JsonObject) => void): FrontSpec {
  type Answer = (roof: Roof, session: Session, params: JsonObject, request: RequestContext) => Promise<JsonObject>;
  const on = (answer: Answer) => (params: JsonObject, request: RequestContext) => {
    // Whoever asks has had its answer to `initialize`, even where it never says `initialized`.
    session.becomeReady();
    return answer(roof, session, params, request);
  };
  return {
    info: roof.powers.info,
    capabilities: CAPABILITIES,
    onOpen: (front) => {
      session.open(front);
      roof.sessions.add(session);
    },
    onInitialize: ({ capabilities }) => start(capabilities),
    instructions: () => joinInstructions(roof),
    handlers: {
      "tools/list": on(listTools),
      "tools/call": on(callTool),
      "resources/list": on(listResources),
      "resources/templates/list": on(listTemplates),
      "resources/read": on(readResource),
      "resources/subscribe": on(subscribe),
      "resources/unsubscribe": on(unsubscribe),
      "prompts/list": on(listPrompts),
      "prompts/get": on(getPrompt),
      "completion/complete": on(complete),
      "logging/setLevel": on(setLevel),
    },
    onNotification: (method, params) => {
      if (method === "notifications/initialized") session.becomeReady();
      if (method === "notifications/roots/list_changed") tellChildren(roof, method, params);
    },
    onError: (method, error) => roof.powers.log(`\`${method}\` failed: ${String(error)}`),
    onClose: () => leave(roof, session),
  };
}

async function setLevel(roof: Roof, session: Session, { level }: JsonObject): Promise<JsonObject> {
  if (!isLogLevel(level)) throw new WireError(RPC_ERRORS.invalidParams, "`level` is none of the protocol's log levels");
  session.logLevel = level;
  const forChildren = levelForChildren(roof.sessions) ?? level;
  await Promise.all(roof.mounts.all().map((mount) => setChildLevel(mount, forChildren)));
  return {};
}

function tellChildren(roof: Roof, method: string, params: JsonObject): void {
  for (const mount of roof.mounts.all()) void mount.child?.notify(method, params).catch(() => {});
}

/** What only this session listened to is not listened to any more; its calls were cancelled with its door. */
function leave(roof: Roof, session: Session): void {
  roof.sessions.delete(session);
  for (const { mount, uri } of roof.subscriptions.leave(session))
    void mount.child?.request("resources/unsubscribe", { uri }).catch(() => {});
}
