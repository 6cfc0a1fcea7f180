import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { sendJson, sendRefusal } from "./answers.ts";
import { browserSession } from "./authenticate.ts";
import { type Logins, SESSION_S } from "./logins.ts";
import { sessionCookie } from "./session-cookie.ts";

const BODY_LIMIT = 4_096;

const loginBody = z.object({ code: z.string().max(BODY_LIMIT) });

export interface LoginPowers {
  logins: Logins;
  cookie: string;
  /** Ends what was opened with a login. */
  endAllOf(identityId: string): void;
}

/** `POST /login`: a one-time code for a session. The cookie holds one half of it, the answer the secret of the other. */
export async function logIn(request: IncomingMessage, response: ServerResponse, powers: LoginPowers): Promise<void> {
  // A form of another page cannot send JSON without asking first, and is not answered when it asks.
  if (request.headers.origin === undefined || !/^application\/json\b/.test(request.headers["content-type"] ?? ""))
    return sendRefusal(response, 403, "log in from the page itself");
  const body = loginBody.safeParse(await smallJson(request));
  if (!body.success) return sendRefusal(response, 400, 'send `{"code": ...}`');
  const { token, ...login } = await powers.logins.logIn(body.data.code, request.headers.host);
  response.setHeader("set-cookie", sessionCookie(powers.cookie, token, SESSION_S));
  sendJson(response, 200, { ...login, door: powers.logins.door });
}

/** `POST /logout`: the session is over in every tab, and so is all that was opened with it. */
export async function logOut(request: IncomingMessage, response: ServerResponse, powers: LoginPowers): Promise<void> {
  const session = await browserSession(request, powers);
  const { id } = powers.logins.identity(session);
  powers.logins.logOut(session);
  powers.endAllOf(id);
  response.setHeader("set-cookie", sessionCookie(powers.cookie, "", 0));
  response.writeHead(204).end();
}

/** Null for what is no JSON, or too much. */
async function smallJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.length > BODY_LIMIT) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
