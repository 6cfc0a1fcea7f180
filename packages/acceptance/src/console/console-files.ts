import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { consoleFiles } from "@sallyport/console";

/** As strict as a door's: whatever the page wants beyond it is reported to the browser's log, which tests look at. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Sends a file of the built page. */
export async function sendConsoleFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const file = new URL(`.${pathname === "/" ? "/index.html" : pathname}`, consoleFiles);
  const bytes = await readFile(file).catch(() => null);
  response.writeHead(bytes === null ? 404 : 200, {
    "content-type": TYPES[extname(file.pathname)] ?? "text/plain",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
  });
  response.end(bytes ?? "not found");
}
