export {
  createHttpFronts,
  type HttpFronts,
  type HttpFrontsOptions,
  type HttpIdentity,
} from "./http-front/http-fronts.ts";
export { HTTP_LIMITS, type HttpLimits } from "./http-front/limits.ts";
