import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { expect } from "vitest";
import { describeInBrowser, inBrowser as it } from "../console/in-browser.ts";
import { eventually } from "../harness/eventually.ts";
import { freePort } from "../harness/http-server.ts";
import { openStory } from "./story-bed.ts";

describeInBrowser("a port that somebody else takes", () => {
  it("I08 tells them nothing that opens a door, although the page that is still open asks there", async ({
    browser,
  }) => {
    await using story = await openStory(browser);
    const first = await story.serve();
    const { page } = await story.enter();
    const { port } = story;
    const { origin, host } = new URL(page.url());
    await first.kill();
    const elsewhere = await freePort();
    const second = await story.serve(elsewhere);
    const { door } = await knock(elsewhere, {});

    const shown: Record<string, string>[] = [];
    // It asks for a proof that is good at the gateway that runs now.
    const leave = await take(port, ({ headers }, response) => {
      const { cookie = "", "sallyport-proof": proof = "" } = headers;
      shown.push({ host, cookie, "sallyport-proof": String(proof) });
      response.writeHead(401, { "sallyport-door": String(door) }).end("{}");
    });
    const proofs = () => new Set(shown.map((headers) => headers["sallyport-proof"]));
    await eventually("the page shows what it had, and what it was asked for", () => proofs().size >= 2);
    await leave();

    for (const headers of shown) {
      expect((await knock(elsewhere, headers)).status).toBe(403);
      const next = host.replace(String(port), String(elsewhere));
      expect((await knock(elsewhere, { ...headers, host: next })).status).toBe(401);
    }
    await second.close();
    const taken = page.waitForResponse((answer) => answer.url() === `${origin}/mcp` && answer.ok());
    await story.serve();
    for (const headers of shown) expect((await knock(port, headers)).status).toBe(401);
    // The control: what the page itself shows now is good.
    const { "sallyport-proof": proof = "", cookie = "" } = await (await taken).request().allHeaders();
    expect((await knock(port, { host, "sallyport-proof": proof, cookie })).status).toBe(200);
  });

  it("I09 leaves nothing of theirs in the way of the next login, whatever the browser kept of them", async ({
    browser,
  }) => {
    await using story = await openStory(browser);
    const first = await story.serve();
    const { page } = await story.enter();
    const addresses = [new URL("/", page.url()).href, `http://127.0.0.1:${story.port}/`];
    await first.kill();
    const leave = await take(story.port, ({ url }, response) => {
      const type = url === "/worker.js" ? "text/javascript" : "text/html";
      response.writeHead(200, { "content-type": type, "cache-control": "max-age=31536000, immutable" });
      response.end(url === "/worker.js" ? WORKER : THEIR_PAGE);
    });
    for (const address of addresses) {
      await page.goto(address);
      await page.waitForFunction("window.isKept");
    }
    await leave();
    await story.serve();
    // The control: at the old addresses the browser asks nobody but them.
    for (const address of addresses) {
      await page.goto(address);
      expect(await page.title()).toBe("theirs");
    }
    await page.goto(await story.link());
    await page.getByText("Live", { exact: true }).waitFor();
    expect(await page.title()).toContain("Sallyport");
  });
});

const THEIR_PAGE = `<!doctype html><title>theirs</title><script>
  navigator.serviceWorker.register("/worker.js");
  navigator.serviceWorker.ready.then(() => { window.isKept = true; });
</script>`;
const WORKER = `
  const page = ${JSON.stringify(THEIR_PAGE)};
  self.addEventListener("fetch", (event) => event.respondWith(new Response(page, { headers: { "content-type": "text/html" } })));
`;

/** Takes a port that is free; what it answers gives it back. */
async function take(port: number, answer: RequestListener): Promise<() => Promise<void>> {
  const thief = createServer(answer).listen(port, "127.0.0.1");
  await once(thief, "listening");
  return async () => {
    thief.closeAllConnections();
    await new Promise((resolve) => thief.close(resolve));
  };
}

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
