import type { Node } from "jsonc-parser";
import type { ChannelsConfig, WebhookConfig } from "../mount-spec.ts";
import type { ConfigText } from "./config-text.ts";
import { didYouMean } from "./did-you-mean.ts";
import { readElicitation } from "./read-elicitation.ts";
import type { MountSource } from "./read-mount.ts";

const CHANNELS = ["webhook", "desktop", "elicitation"] as const;
const WEBHOOK_KEYS = ["url", "secret_env", "timeout_sec"] as const;
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
/** Shorter than this, a secret can be found by trying. */
const LEAST_SECRET = 16;

/** `sallyport.channels`: who else is told that a call waits for a person. */
export function readChannels(source: MountSource, node: Node): ChannelsConfig {
  const { text } = source;
  const channels: ChannelsConfig = {};
  if (node.type !== "object") {
    text.problem(node, "`sallyport.channels` is an object with `webhook`, `desktop` or `elicitation` in it");
    return channels;
  }
  for (const { key, keyNode, value } of text.properties(node)) {
    if (key === "desktop") {
      if (typeof value.value === "boolean") channels.desktop = value.value;
      else text.problem(value, "`sallyport.channels.desktop` is true or false");
    } else if (key === "webhook") {
      const webhook = readWebhook(source, value);
      if (webhook !== null) channels.webhook = webhook;
    } else if (key === "elicitation") {
      channels.elicitation = readElicitation(text, value);
    } else {
      text.problem(keyNode, `unknown key \`sallyport.channels.${key}\`${didYouMean(key, CHANNELS)}`);
    }
  }
  return channels;
}

function readWebhook({ text, env }: MountSource, node: Node): WebhookConfig | null {
  if (node.type !== "object") {
    text.problem(node, "`sallyport.channels.webhook` is an object with `url` and `secret_env` in it");
    return null;
  }
  let url: string | null = null;
  let secret: string | null = null;
  let timeoutSec = 5;
  const written = text.properties(node);
  for (const { key, keyNode, value } of written) {
    if (key === "url") url = readTarget(text, value);
    else if (key === "secret_env") secret = readSecret(text, value, env);
    else if (key === "timeout_sec") {
      if (typeof value.value === "number" && value.value > 0 && value.value <= 60) timeoutSec = value.value;
      else text.problem(value, "`timeout_sec` of a webhook is a number of seconds, more than 0 and at most 60");
    } else text.problem(keyNode, `unknown key \`sallyport.channels.webhook.${key}\`${didYouMean(key, WEBHOOK_KEYS)}`);
  }
  for (const needed of ["url", "secret_env"])
    if (!written.some(({ key }) => key === needed)) text.problem(node, `a webhook needs \`${needed}\``);
  return url === null || secret === null ? null : { url, secret, timeoutSec };
}

function readTarget(text: ConfigText, node: Node): string | null {
  const url = typeof node.value === "string" ? URL.parse(node.value) : null;
  const isKept = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (url === null || !isKept || url.username !== "" || url.password !== "") {
    text.problem(
      node,
      "`url` of a webhook is `https:`, or `http:` on this machine's loopback, without a password in it",
    );
    return null;
  }
  return url.href;
}

/** The variable's value; neither it nor its length is ever repeated. */
function readSecret(text: ConfigText, node: Node, env: MountSource["env"]): string | null {
  const name: unknown = node.value;
  if (typeof name !== "string" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    text.problem(node, "`secret_env` is the name of the environment variable with the webhook's secret");
    return null;
  }
  const secret = Object.hasOwn(env, name) ? env[name] : undefined;
  if (secret !== undefined && secret.length >= LEAST_SECRET) return secret;
  text.problem(node, `the variable \`${name}\` is not set to a secret of at least ${LEAST_SECRET} characters`);
  return null;
}
