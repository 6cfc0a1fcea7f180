import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Nothing but our own files, no inline script, no text that becomes script, and nobody's frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** A bundler's file name that holds a hash of what is in the file. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.\w+$/;

interface StaticFile {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** Files by the path they are asked for, read once. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/** Reads a folder of files to serve; a file of a type nobody named is left out. */
export function readStaticFiles(folder: URL): StaticFiles {
  const root = fileURLToPath(folder);
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const name = path.slice(root.length).split(sep).filter(Boolean).join("/");
    files.set(name === "index.html" ? "/" : `/${name}`, { bytes, headers: headersOf(name, type, bytes) });
  }
  return files;
}

/** A page of nothing but these words. */
export function wordsOnly(text: string): StaticFiles {
  const bytes = Buffer.from(text);
  return new Map([["/", { bytes, headers: headersOf("index.txt", "text/plain; charset=utf-8", bytes) }]]);
}

/** Answers with a file; false where there is none under that path. */
export function sendFile(
  files: StaticFiles,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const file = files.get(path);
  if (file === undefined) return false;
  const isKnown = request.headers["if-none-match"] === file.headers.etag;
  response.writeHead(isKnown ? 304 : 200, file.headers);
  response.end(isKnown || request.method === "HEAD" ? undefined : file.bytes);
  return true;
}

function headersOf(name: string, type: string, bytes: Buffer): Record<string, string> {
  const isHashed = name.includes("/") && HASHED.test(name);
  return {
    "content-type": type,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": CONTENT_SECURITY_POLICY,
  };
}
