// A person's door on stdio: the view that the gateway opens for a person, with nothing between it and a raw pipe.
import { readFileSync } from "node:fs";
import { readConfig } from "@sallyport/compositor";
import { openGateway } from "@sallyport/gateway";
import { stdioFront } from "@sallyport/mcp";

const [path = ""] = process.argv.slice(2);
const { SALLYPORT_STORE: store = "", SALLYPORT_AGENT: agent = "" } = process.env;
const gateway = await openGateway({
  store,
  agent,
  config: readConfig({ text: readFileSync(path, "utf8"), path, env: process.env }),
  interactive: true,
  log: (line) => process.stderr.write(`${line}\n`),
});
const human = await gateway.human("user:test");
const front = await human.openSession({ transport: stdioFront() });
await front.closed;
await gateway.close();
