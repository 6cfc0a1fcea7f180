import type { RequestContext } from "@sallyport/mcp";

/** A request as a child's side sees it that goes on after its caller left: never cancelled, and nobody is told of it any more. */
export function outliving(request: RequestContext): RequestContext {
  const { client, signal } = request;
  return {
    ...request,
    signal: new AbortController().signal,
    client: {
      request: (method, params, options) => client.request(method, params, options),
      notify: async (method, params) => {
        if (!signal.aborted) await client.notify(method, params);
      },
    },
  };
}
