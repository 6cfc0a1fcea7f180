import type { PrincipalKind } from "@sallyport/contract/principals";

/** Whose subscriptions: an agent's own, or its person's. */
export interface Subscriber {
  agent: string;
  principal: PrincipalKind;
}

export interface SubscribedResource {
  server: string;
  uri: string;
  added_at: string;
}

/** What somebody wants to be told of, whatever restarts. Each change is announced as topic `subscriptions`. */
export interface DurableSubscriptions {
  /** Oldest first. */
  resources(subscriber: Subscriber): Promise<SubscribedResource[]>;
  /** One that is there already is fine. Throws `too_many`. */
  addResource(input: Subscriber & { server: string; uri: string }): Promise<void>;
  /** False where there was none. */
  removeResource(input: Subscriber & { server: string; uri: string }): Promise<boolean>;
  /** Servers whose resource lists are watched, by name. */
  lists(subscriber: Subscriber): Promise<string[]>;
  addList(input: Subscriber & { server: string }): Promise<void>;
  removeList(input: Subscriber & { server: string }): Promise<boolean>;
  /** Keeps what there is now under a name. Throws `too_many`. */
  savePreset(input: Subscriber & { name: string }): Promise<{ resources: number; lists: number }>;
  /** Null where no preset has the name. */
  preset(input: Subscriber & { name: string }): Promise<{
    resources: { server: string; uri: string }[];
    lists: string[];
  } | null>;
}
