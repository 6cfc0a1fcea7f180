export { createHttpFronts, type HttpFronts, type HttpFrontsOptions } from "./http-front/http-fronts.ts";
export { HTTP_LIMITS, type HttpLimits } from "./http-front/limits.ts";
export type { HttpIdentity } from "./http-front/session-table.ts";
