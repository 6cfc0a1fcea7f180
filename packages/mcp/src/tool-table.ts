import type { JsonObject } from "@sallyport/contract/json";
import type { RequestContext } from "./front.ts";
import type { Implementation } from "./wire.ts";

/** One tool as it is served: JSON Schemas outside, a plain function inside. */
export interface ServedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject;
  annotations: JsonObject;
  /** Answers the structured result. Throws `Fault` for what the caller can act on, `WireError` for a code. */
  call(args: JsonObject, context: RequestContext): Promise<JsonObject>;
}

export interface ListedResource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType: string;
}

export interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/** What a server tells of its resources. `relayed`: a resource of another server, told to every client, subscribed to here or not. */
export type ResourceChange = { kind: "updated" | "relayed"; uri: string } | { kind: "list_changed" };

/** The resources of one server. What it does not list and cannot read does not exist. */
export interface ServedResources {
  list(): Promise<ListedResource[]>;
  templates?: readonly { uriTemplate: string; name: string; title?: string; description?: string; mimeType?: string }[];
  /** Answers null for a URI that does not exist, or that this caller may not know exists. */
  read(uri: string): Promise<ResourceContents | null>;
  /** Calls back on each change until the returned function is called. */
  watch(listener: (change: ResourceChange) => void): () => void;
}

/** A whole server, ready to be served over stdio or mounted in process. */
export interface ServedTable {
  info: Implementation;
  instructions?: string;
  tools: readonly ServedTool[];
  resources?: ServedResources;
  close?(): Promise<void>;
}
