import type { ServerResponse } from "node:http";

/** On every answer: no guessing of types, no address told on, no reading from other sites. */
const EVERY_ANSWER = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

export function prepare(response: ServerResponse): void {
  for (const [name, value] of Object.entries(EVERY_ANSWER)) response.setHeader(name, value);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}

/** Refuses a request outside `/mcp`, or before it is known whose it is. */
export function sendRefusal(response: ServerResponse, status: number, error: string): void {
  sendJson(response, status, { error });
}
