import type { JsonObject } from "@sallyport/contract/json";
import type { Child } from "@sallyport/mcp";
import type { ChangeFeed, DurableSubscriptions, Subscriber } from "@sallyport/store";

/** Opens a client of the caller's own view. Called again when that client is gone. */
export type ConnectView = (onNotification: (method: string, params: JsonObject) => void) => Promise<Child>;

/** A client of the view its caller has anyway, and a note of what the caller wants to be told. There is no other way in. */
export interface ResourcesPowers {
  /** Whose subscriptions these are. */
  subscriber: Subscriber;
  subscriptions: DurableSubscriptions;
  changes: ChangeFeed;
  connectView: ConnectView;
  /** Subscriptions that are always there and cannot be ended. */
  pinned?: readonly { server: string; uri: string }[];
  /** Whether this server itself tells of updates, for a client that is not in the view. */
  relaysUpdates: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}
