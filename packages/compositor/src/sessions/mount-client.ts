import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { ConnectionError, type Peer, type RequestContext, type RequestOptions } from "@sallyport/mcp";
import { askGuarded } from "../relay/ask-guarded.ts";
import type { Roof } from "../roof.ts";
import { nameOnFront } from "../surface/exposed-names.ts";
import { callTool } from "./call-tool.ts";
import { Session } from "./session.ts";

/** The door that code in this process uses: like any client of the view it can do nothing past the gate. */
export function mountClient(roof: Roof, name: string): Peer {
  const session = new Session("host", "host");
  session.becomeReady();
  return {
    async request(method, params = {}, options = {}) {
      const mount = roof.mounts.get(name);
      if (mount === undefined) throw new ConnectionError("closed", `nothing is mounted as \`${name}\``);
      const request = hostRequest(options);
      if (method === "tools/call" && typeof params.name === "string")
        return callTool(roof, session, { ...params, name: nameOnFront(mount, params.name) }, request);
      if (method === "initialize") throw new WireError(RPC_ERRORS.invalidRequest, "the mount is already initialized");
      return askGuarded({ mount, session, request }, method, params);
    },
    notify: async () => {},
  };
}

/** A request that no client made: nobody at its other end can be asked or told, but for progress. */
function hostRequest({ signal, onProgress }: RequestOptions): RequestContext {
  return {
    signal: signal ?? new AbortController().signal,
    ...(onProgress && { progressToken: "host" }),
    client: {
      request: async () => {
        throw new WireError(RPC_ERRORS.methodNotFound, "Method not found");
      },
      notify: async (method, params) => {
        if (method === "notifications/progress" && typeof params?.progress === "number")
          onProgress?.({ ...params, progress: params.progress });
      },
    },
  };
}
