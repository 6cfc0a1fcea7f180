import type { ChannelsConfig } from "@sallyport/compositor";
import { visibleReason } from "@sallyport/contract/visible-text";
import type { ChannelStore } from "@sallyport/store";
import type { Channel } from "./channel.ts";
import { createDesktop } from "./desktop.ts";
import { type AskNotice, watchAsks } from "./watch-asks.ts";
import { createWebhook } from "./webhook.ts";

/** Notices one channel may have on their way; a flood of asks must not become a flood of requests. */
const MOST_ON_THE_WAY = 16;

export interface ChannelPowers {
  agent: string;
  store: ChannelStore;
  config: ChannelsConfig;
  clock: () => number;
  platform: NodeJS.Platform;
  /** One line for a person; never on stdout. */
  log: (line: string) => void;
}

/**
 * Tells people, on the ways that are configured, that a call waits for them. One that fails says so in the log and on the
 * timeline; it never holds a call up and never decides.
 */
export function openChannels({ agent, store, config, clock, platform, log }: ChannelPowers): { close(): void } {
  const ended = new AbortController();
  const channels: Channel[] = [];
  if (config.webhook !== undefined) channels.push(createWebhook(config.webhook, { clock }));
  if (config.desktop === true) channels.push(createDesktop(platform));
  const told = channels.map((channel) => paced(channel, ended.signal, failed));
  const stop = watchAsks(
    { agent, store, clock },
    (notice) => {
      for (const tell of told) tell(notice);
    },
    (error) => log(`channels: ${wordsOf(error)}`),
  );
  return {
    close() {
      stop();
      ended.abort();
    },
  };

  function failed({ name }: Channel, { id, server, tool }: AskNotice, error: unknown): void {
    if (ended.signal.aborted) return;
    const message = visibleReason(wordsOf(error));
    log(`${name}: nobody was told of approval ${id}: ${message}`);
    const event = { agent, phase: "approval", action: "channel-failed", status: "failed", server, tool } as const;
    store.events
      .append({ ...event, subject: id, error: { code: name, message } })
      .catch((cause: unknown) => log(`an event could not be recorded: ${wordsOf(cause)}`));
  }
}

/** A channel that has no more than so many notices on their way. */
function paced(
  channel: Channel,
  signal: AbortSignal,
  failed: (channel: Channel, notice: AskNotice, error: unknown) => void,
): (notice: AskNotice) => void {
  let onTheWay = 0;
  return (notice) => {
    if (onTheWay >= MOST_ON_THE_WAY) {
      failed(channel, notice, new Error(`${MOST_ON_THE_WAY} notices are on their way`));
      return;
    }
    onTheWay += 1;
    channel
      .tell(notice, signal)
      .catch((error: unknown) => failed(channel, notice, error))
      .finally(() => {
        onTheWay -= 1;
      });
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
