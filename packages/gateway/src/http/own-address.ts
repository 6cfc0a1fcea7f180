import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Where names under `localhost` lead. */
const LOCALHOST = ["127.0.0.1", "::1"];
/** Browsers take every name under `localhost` for loopback, and ask nobody where it is. */
const PAGE_NAME = /^sallyport-[0-9a-f]{12}\.localhost$/;

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** True for an address that only this machine can reach. Any other name could mean any machine. */
function isLoopback(host: string): boolean {
  if (host === "localhost") return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? "ipv4" : "ipv6");
}

/**
 * Where one gateway's page is. A browser keeps what it was once given at an address (cached files, service workers), and gives
 * it the code of the next login: at each start the page therefore has a name of its own.
 */
export function pageName(instance: string): string {
  return `sallyport-${instance.replaceAll("-", "").slice(0, 12)}.localhost`;
}

/** Why no door is opened at an address, or null. */
export function refusedAddress(host: string, allowRemote: boolean): string | null {
  if (isLoopback(host) || allowRemote) return null;
  return `\`${host}\` can be reached from other machines: say \`--allow-remote\` too, or leave \`--host\` out`;
}

/** What a door is called. */
export interface OwnNames {
  /** `host` or `host:port`, beside the address a request reached. */
  names: readonly string[];
  /** Whether it has both addresses of loopback: the names of pages may lead to either, and where somebody else has one they can show this door what a page showed them. */
  hasPageNames: boolean;
}

/** Why a request was not meant for this door, or null (N50). */
export function strangeAddress(request: IncomingMessage, own: OwnNames): string | null {
  const { host: hosts = [], origin: origins = [], authorization: credentials = [] } = request.headersDistinct;
  const [host, ...otherHosts] = hosts;
  const [origin, ...otherOrigins] = origins;
  if (otherHosts.length > 0 || otherOrigins.length > 0 || credentials.length > 1) return "a header is there twice";
  if (host === undefined || !isOwnHost(host.toLowerCase(), request, own))
    return "the header `Host` is not this door's; `--host-name` of `sallyport serve` gives it a name";
  // A page of another site would do what its reader may; `null` is what a page without a site sends.
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`)
    return "the header `Origin` is not this door's";
  return null;
}

function isOwnHost(host: string, { socket }: IncomingMessage, { names, hasPageNames }: OwnNames): boolean {
  const { localAddress = "", localPort = 0 } = socket;
  const atPort = (name: string): boolean => host === `${name}:${localPort}` || (localPort === 80 && host === name);
  if (names.some((name) => host === name.toLowerCase() || atPort(name.toLowerCase()))) return true;
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, "");
  // Whoever writes the very address they reached was led here by no name of somebody else's.
  if (atPort(isIP(address) === 6 ? `[${address}]` : address)) return true;
  // At any other address those names are another door's: what a page shows to the one is not to be good at the other.
  if (!LOCALHOST.includes(address)) return false;
  const [name = ""] = host.split(":");
  return atPort("localhost") || (hasPageNames && PAGE_NAME.test(name) && atPort(name));
}
