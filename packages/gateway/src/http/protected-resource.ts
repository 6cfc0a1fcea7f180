import type { ServerResponse } from "node:http";
import { sendJson } from "./answers.ts";
import { TokenMissing, type TokenRefused } from "./credentials/token-refused.ts";

/** Where RFC 9728 has a client look, for the origin and for `/mcp` on it. */
const METADATA_PATH = "/.well-known/oauth-protected-resource";
export const METADATA_PATHS: readonly string[] = [METADATA_PATH, `${METADATA_PATH}/mcp`];

/** What `/mcp` is and how a token is carried to it. No authorization server: `sallyport token create` makes the tokens. */
export function sendMetadata(response: ServerResponse, origin: string): void {
  sendJson(response, 200, {
    resource: `${origin}/mcp`,
    resource_name: "Sallyport",
    bearer_methods_supported: ["header"],
  });
}

/** Refuses a request without a good credential, and says where to learn what a good one is. */
export function sendUnauthorized(response: ServerResponse, origin: string, refused: TokenRefused): void {
  const { message } = refused;
  const words = message.replaceAll(/["\\]/g, "'");
  const error = refused instanceof TokenMissing ? "" : `, error="invalid_token", error_description="${words}"`;
  const metadata = `${origin}${METADATA_PATH}/mcp`;
  response.setHeader("www-authenticate", `Bearer realm="sallyport", resource_metadata="${metadata}"${error}`);
  sendJson(response, 401, { jsonrpc: "2.0", id: null, error: { code: UNAUTHORIZED, message } });
}

/** The code other servers answer with too. */
const UNAUTHORIZED = -32001;
