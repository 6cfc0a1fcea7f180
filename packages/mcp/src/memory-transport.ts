import type { MessageReceiver, MessageTransport, RpcMessage } from "./message-transport.ts";

/**
 * Two ends in one process. Messages cross by reference, so nobody may change what it was given; they arrive in order and in
 * a later promise job, so that no call re-enters its caller.
 */
export function memoryTransports(): [MessageTransport, MessageTransport] {
  const left = new MemoryEnd();
  const right = new MemoryEnd();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class MemoryEnd implements MessageTransport {
  peer: MemoryEnd | undefined;
  #receiver: MessageReceiver | undefined;
  /** What came before anybody listened. */
  #early: ((receiver: MessageReceiver) => void)[] = [];

  start(receiver: MessageReceiver): void {
    this.#receiver = receiver;
    for (const tell of this.#early.splice(0)) tell(receiver);
  }

  send(message: RpcMessage): void {
    const peer = this.peer;
    if (peer !== undefined) queueMicrotask(() => peer.#tell((receiver) => receiver.message(message)));
  }

  async close(): Promise<void> {
    const peer = this.peer;
    if (peer === undefined) return;
    this.peer = undefined;
    peer.peer = undefined;
    // After what was sent before.
    queueMicrotask(() => peer.#tell((receiver) => receiver.closed("the other end closed the connection")));
    this.#receiver?.closed("closed by us");
  }

  #tell(tell: (receiver: MessageReceiver) => void): void {
    if (this.#receiver === undefined) this.#early.push(tell);
    else tell(this.#receiver);
  }
}
