import type { IncomingMessage } from "node:http";
import type { AgentId } from "@sallyport/contract/principals";
import { AGENT_TOKEN_PREFIX, type AgentTokens } from "./credentials/agent-tokens.ts";
import type { HumanClaims, HumanTokens } from "./credentials/human-tokens.ts";
import { TokenMissing, TokenRefused } from "./credentials/token-refused.ts";
import type { AgentIdentity, DoorIdentity } from "./door-identity.ts";
import type { Logins } from "./logins.ts";
import { readCookie } from "./session-cookie.ts";

export interface AuthenticationPowers {
  agents: AgentTokens;
  humans: HumanTokens;
  logins: Logins;
  cookie: string;
  /** The one agent whose token opens this door. */
  agent: AgentId;
}

/** Who a request is from; `session` is there for a browser. Rejects with `TokenRefused`. */
export async function authenticate(
  request: IncomingMessage,
  powers: AuthenticationPowers,
): Promise<{ identity: DoorIdentity; session?: HumanClaims }> {
  if (hasTokenInQuery(request)) throw new TokenRefused("a token goes in the header `Authorization`, never in a URL");
  const { authorization } = request.headers;
  if (authorization !== undefined) return { identity: await bearer(authorization, powers) };
  const session = await browserSession(request, powers);
  return { identity: powers.logins.identity(session), session };
}

/** The session of the browser that sent this. Rejects with `TokenRefused`. */
export async function browserSession(
  request: IncomingMessage,
  { logins, cookie }: Pick<AuthenticationPowers, "logins" | "cookie">,
): Promise<HumanClaims> {
  const token = readCookie(request, cookie);
  if (token === null) throw new TokenMissing();
  return logins.read(token, request);
}

async function bearer(
  authorization: string,
  { agents, humans, logins, agent }: AuthenticationPowers,
): Promise<DoorIdentity> {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1];
  if (token === undefined) throw new TokenRefused("send `Authorization: Bearer TOKEN`");
  if (!token.startsWith(AGENT_TOKEN_PREFIX)) return logins.identity(await humans.read("bearer", token));
  const record = agents.read(token);
  if (record.agent !== agent) throw new TokenRefused("the token is another agent's");
  const identity: AgentIdentity = {
    principal: "agent",
    agent: record.agent,
    id: `agent ${record.agent} ${record.id}`,
    isValid: () => agents.isLive(record),
  };
  return identity;
}

const TOKEN_WORDS = /[?&](access_token|token|code|key|api_key|authorization)=|spa_|=eyJ/i;

function hasTokenInQuery(request: IncomingMessage): boolean {
  const query = request.url?.indexOf("?") ?? -1;
  return query !== -1 && TOKEN_WORDS.test(request.url?.slice(query) ?? "");
}
