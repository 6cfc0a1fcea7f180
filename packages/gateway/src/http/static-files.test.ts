import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { readStaticFiles } from "./static-files.ts";
import { DoorBed } from "./testing/door-bed.ts";

it("serves a page's own files from memory, to be kept where their names say what is in them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-files-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "assets", "index-Ab12_xyZ.js"), "1;");
  writeFileSync(join(folder, "notes.unknown"), "?");
  const files = readStaticFiles(pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true });

  await using bed = new DoorBed();
  const { port } = await bed.open({ files });
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const page = await get("/");
  expect([await page.text(), page.headers.get("content-type"), page.headers.get("cache-control")]).toEqual([
    "<!doctype html>",
    "text/html; charset=utf-8",
    "no-cache",
  ]);
  expect(page.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'self'; .*connect-src 'self'; .*frame-ancestors 'none'/,
  );
  expect((await get("/", { "if-none-match": String(page.headers.get("etag")) })).status).toBe(304);
  const script = await get("/assets/index-Ab12_xyZ.js");
  expect([script.headers.get("content-type"), script.headers.get("cache-control")]).toEqual([
    "text/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
  expect((await get("/notes.unknown")).status).toBe(404);
  expect((await get("/assets/%2e%2e/index.html")).status).toBe(404);
});
