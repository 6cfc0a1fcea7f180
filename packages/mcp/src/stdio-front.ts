import type { Readable, Writable } from "node:stream";
import { RPC_ERRORS, WireError } from "@sallyport/contract/errors";
import { AmbiguousMessage, readClientMessage } from "./client-message.ts";
import type { FrontTransport } from "./front.ts";
import { LineReader } from "./line-reader.ts";
import { LineWriter } from "./line-writer.ts";
import { EXCERPT_LENGTH, MESSAGE_LIMIT, type MessageReceiver, type RequestId } from "./message-transport.ts";

const FLUSH_MS = 500;

/** The door on this process's own stdin and stdout, or on the pair given. stdout is nobody else's from then on. */
export function stdioFront(input: Readable = process.stdin, output: Writable = process.stdout): FrontTransport {
  let over: ((detail: string) => void) | undefined;
  const writer = new LineWriter(output, () => over?.("the client does not read its answers"));

  return {
    start(receiver) {
      over = (detail) => receiver.closed(detail);
      const reader = new LineReader(MESSAGE_LIMIT, {
        line: (text) => take(text, receiver),
        notUtf8: (shown) => {
          const message = "not valid UTF-8: send JSON-RPC messages in UTF-8";
          const excerpt = shown.slice(0, EXCERPT_LENGTH);
          receiver.refused({ id: null, code: RPC_ERRORS.parseError, message, excerpt });
        },
        tooLong: (head, tail) => {
          const message = `message over ${MESSAGE_LIMIT} bytes refused`;
          const id = idAtEitherEnd(head, tail);
          receiver.refused({ id, code: RPC_ERRORS.invalidRequest, message, excerpt: head.slice(0, EXCERPT_LENGTH) });
        },
      });
      input.on("data", (chunk: Buffer) => reader.push(chunk));
      input.once("end", () => {
        reader.end();
        receiver.closed("the client closed stdin");
      });
      input.once("error", (error) => receiver.closed(`stdin failed: ${error.message}`));
      // Also keeps EPIPE from ending the process.
      output.on("error", (error) => receiver.closed(`stdout failed: ${error.message}`));
    },
    send: (message) => writer.send(message),
    async close() {
      input.pause();
      await writer.drain(FLUSH_MS);
    },
  };
}

function take(text: string, receiver: MessageReceiver): void {
  try {
    receiver.message(readClientMessage(text));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { code, message } = error;
    const excerpt = text.slice(0, EXCERPT_LENGTH);
    receiver.refused({ id: error instanceof AmbiguousMessage ? error.id : null, code, message, excerpt });
  }
}

/** The id of a request too long to parse, where its sender put it first or last, so that the sender does not wait for ever. */
function idAtEitherEnd(head: string, tail: string): RequestId | null {
  const id = /^\{"jsonrpc":"2\.0","id":(\d{1,15})[,}]/.exec(head) ?? /,"id":(\d{1,15})\}\r?$/.exec(tail);
  return id?.[1] === undefined ? null : Number(id[1]);
}
