import type { Layer } from "../pipeline/onion.ts";
import { outliving } from "../pipeline/outliving.ts";
import { askChild } from "../relay/ask-child.ts";
import { resultOnFront } from "../surface/resource-routes.ts";

/** Sends a permitted call to its child: the child's own name, the arguments that were decided on, nothing of the caller's but `_meta`. */
export const dispatchLayer: Layer = async (call) => {
  const { entry, args, meta, session } = call.incoming;
  if (call.permit?.permits(call) !== true)
    throw call.refusal("policy_evaluator_error", "the call has no recorded decision");
  call.incoming.request.signal.throwIfAborted();
  // What a person approved runs to its end: its caller's host may have a shorter patience than the person and the tool together.
  const request = call.asked === undefined ? call.incoming.request : outliving(call.incoming.request);
  const params = { name: entry.tool, arguments: args, ...(meta && { _meta: meta }) };
  const result = await askChild({ mount: entry.mount, session, request, tool: entry.tool }, "tools/call", params);
  return resultOnFront(entry.mount, result);
};
