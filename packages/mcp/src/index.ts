export type { Child, ChildClosed, ChildRequestHandler, ChildSpec, ConnectOptions } from "./child.ts";
export { connectChild } from "./connect-child.ts";
export { connectTable } from "./connect-table.ts";
export type { ClientFacts, Front, FrontSpec, FrontTransport, RequestContext, RequestHandler } from "./front.ts";
export { implement } from "./implement.ts";
export { memoryFront } from "./memory-front.ts";
export { openFront } from "./open-front.ts";
export { stdioFront } from "./stdio-front.ts";
export { tableFront } from "./table-front.ts";
export type {
  ListedResource,
  ResourceChange,
  ResourceContents,
  ServedResources,
  ServedTable,
  ServedTool,
} from "./tool-table.ts";
export type { ConnectionFault, Implementation, Message, Peer, Progress, RequestOptions } from "./wire.ts";
export { ConnectionError } from "./wire.ts";
