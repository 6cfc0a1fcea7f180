import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// @boundaries-ignore one place decides what may be skipped
import { mustSkip } from "../../../../scripts/system-parts.ts";
import { openBrowser } from "../console/browser.ts";
import { eventually } from "../harness/eventually.ts";
import { freePort } from "../harness/http-server.ts";
import { openStory } from "./story-bed.ts";

describe.skipIf(mustSkip("chromium"))("a port that somebody else takes", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it("I08 tells them nothing that opens a door, although the page that is still open asks there", async () => {
    await using story = await openStory(browser);
    const first = await story.serve();
    const { page } = await story.enter();
    const port = Number(new URL(story.url).port);
    await first.kill();
    const elsewhere = await freePort();
    const second = await story.serve(elsewhere);
    const { door } = await knock(elsewhere, {});

    const shown: Record<string, string>[] = [];
    // It asks for a proof that is good at the gateway that runs now.
    const thief = createServer(({ headers }, response) => {
      const { cookie = "", "sallyport-proof": proof = "" } = headers;
      shown.push({ cookie, "sallyport-proof": String(proof) });
      response.writeHead(401, { "sallyport-door": String(door) }).end("{}");
    }).listen(port, "127.0.0.1");
    await once(thief, "listening");
    const proofs = () => new Set(shown.map((headers) => headers["sallyport-proof"]));
    await eventually("the page shows what it had, and what it was asked for", () => proofs().size >= 2);
    thief.closeAllConnections();
    await new Promise((resolve) => thief.close(resolve));

    for (const headers of shown) {
      expect((await knock(elsewhere, headers)).status).toBe(401);
      expect((await knock(elsewhere, { ...headers, host: `127.0.0.1:${port}` })).status).toBe(403);
    }
    await second.close();
    const taken = page.waitForResponse((answer) => answer.url() === `${story.url}/mcp` && answer.ok());
    await story.serve();
    for (const headers of shown) expect((await knock(port, headers)).status).toBe(401);
    // The control: what the page itself shows now is good.
    const { "sallyport-proof": proof = "", cookie = "" } = await (await taken).request().allHeaders();
    expect((await knock(port, { "sallyport-proof": proof, cookie })).status).toBe(200);
  });
});

/** Asks for a session at a door, under any `Host`. */
async function knock(port: number, headers: IncomingHttpHeaders) {
  const asked = request({
    host: "127.0.0.1",
    port,
    path: "/mcp",
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
  });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "thief", version: "1.0.0" } };
  asked.end(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
  const [response] = await once(asked, "response");
  response.destroy();
  return { status: response.statusCode as number, door: response.headers["sallyport-door"] as string | undefined };
}
