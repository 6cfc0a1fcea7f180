import { createParser } from "eventsource-parser";
import { type RpcMessage, readMessage } from "./messages.ts";

interface EventReader {
  message(message: RpcMessage): void;
  /** From which event the stream can be resumed. */
  mark(lastEventId: string): void;
  /** Something came, be it a comment. */
  alive?(): void;
}

/** Reads a response of server-sent events to its end. Rejects when the connection breaks before. */
export async function readEvents(response: Response, reader: EventReader): Promise<void> {
  if (response.body === null) return;
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id !== undefined) reader.mark(id);
      const message = readMessage(data);
      if (message !== null) reader.message(message);
    },
  });
  const text = response.body.pipeThrough(new TextDecoderStream());
  const chunks = text.getReader();
  for (;;) {
    const { done, value } = await chunks.read();
    if (done) return;
    reader.alive?.();
    parser.feed(value);
  }
}
