import { connect, type Socket } from "node:net";

/** As `Pipe`, over HTTP: one session on as many kept sockets as there are requests in flight. */
export class HttpSession {
  readonly #port: number;
  readonly #path: string;
  readonly #lanes = new Set<Lane>();
  readonly #free: Lane[] = [];
  #headers: string;
  #ids = 0;

  constructor(url: string, token: string) {
    const { host, port, pathname } = new URL(url);
    this.#port = Number(port);
    this.#path = pathname;
    this.#headers = [
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      "accept: application/json, text/event-stream",
      "content-type: application/json",
      "mcp-protocol-version: 2025-11-25\r\n",
    ].join("\r\n");
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "1.0.0" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const answer = await this.#send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    this.#headers += `mcp-session-id: ${/^mcp-session-id: (.*)\r$/im.exec(answer)?.[1]}\r\n`;
    await this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  async request(method: string, params: object): Promise<unknown> {
    const answer = await this.#send({ jsonrpc: "2.0", id: ++this.#ids, method, params });
    // What it is told on the way comes before.
    const start = answer.lastIndexOf("\ndata: {") + "\ndata: ".length;
    const { result, error } = JSON.parse(answer.slice(start, answer.indexOf("\n", start)));
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  /** Opens the stream of what belongs to no request. */
  async listen(): Promise<void> {
    await this.#exchange(`GET ${this.#path} HTTP/1.1\r\n${this.#headers}\r\n`, (answer) => answer.includes("\r\n\r\n"));
  }

  /** Is gone without a word, as a client that was killed. */
  abandon(): void {
    for (const { socket } of this.#lanes) socket.destroy();
  }

  #send(message: object): Promise<string> {
    const body = JSON.stringify(message);
    const head = `POST ${this.#path} HTTP/1.1\r\n${this.#headers}content-length: ${Buffer.byteLength(body)}\r\n`;
    return this.#exchange(`${head}\r\n${body}`, isWhole);
  }

  async #exchange(request: string, isOver: (answer: string) => boolean): Promise<string> {
    const lane = this.#free.pop() ?? new Lane(this.#port);
    this.#lanes.add(lane);
    const answer = await lane.exchange(request, isOver);
    if (isOver === isWhole) this.#free.push(lane);
    if (!answer.startsWith("HTTP/1.1 2")) throw new Error(answer);
    return answer;
  }
}

/** A socket with one request on its way at a time. */
class Lane {
  readonly socket: Socket;
  #answer = "";
  #take: (chunk: string) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true }).setEncoding("utf8");
    this.socket.on("data", (chunk: string) => this.#take(chunk));
    this.socket.on("error", (error) => this.#fail(error));
    this.socket.on("close", () => this.#fail(new Error("the door closed the connection")));
  }

  exchange(request: string, isOver: (answer: string) => boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#answer = "";
      this.#fail = reject;
      this.#take = (chunk) => {
        this.#answer += chunk;
        if (isOver(this.#answer)) resolve(this.#answer);
      };
      this.socket.write(request);
    });
  }
}

/** No answer here has the end of a chunked body in its middle: JSON has no bare line breaks. */
function isWhole(answer: string): boolean {
  if (answer.endsWith("\r\n0\r\n\r\n")) return true;
  const head = answer.slice(0, answer.indexOf("\r\n\r\n") + 4);
  const length = /^content-length: (\d+)\r$/im.exec(head)?.[1];
  return length !== undefined && answer.length - head.length >= Number(length);
}
