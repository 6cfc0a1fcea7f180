import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { frontUri, URIS } from "@sallyport/contract/uris";

const onFront = (uri: string) => frontUri("policy_reader", uri) ?? uri;
export const WAITING = onFront(URIS.pendingApprovals);
export const RECENT = onFront(URIS.recentTimeline);
export const after = (head: number) => onFront(URIS.timelineAfter(head));

/** A person's session over HTTP, told of what waits as their page is. */
export async function openPerson(url: string, token: string, waitingChanged: () => void) {
  const client = new Client({ name: "bench-person", version: "1.0.0" });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    if (params.uri === WAITING) waitingChanged();
  });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  // The SDK's own types contradict each other under `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  await client.subscribeResource({ uri: WAITING });
  return {
    /** A JSON resource, as it came. */
    async read(uri: string) {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse(content !== undefined && "text" in content ? content.text : "");
    },
    approve: (id: string) => client.callTool({ name: "policy_approver_approve", arguments: { id } }),
    async close() {
      await transport.terminateSession();
      await client.close();
    },
  };
}
