/**
 * A host behind a WebSocket: a process that runs the world (`wend view`). The page asks, the server
 * answers, in texts for messages and in bytes for frames (docs/viewer.md, Socket).
 */
import { Requests, readAnswer } from "./answer.js";

const FRAME_PREFIX = 8; // bytes: number of the request, and zero

export class SocketHost {
  #socket;
  #requests = new Requests();

  /** @param {string} address such as `ws://127.0.0.1:8000/live?token=T` */
  static open(address) {
    const host = new SocketHost();
    host.#socket = new WebSocket(address);
    host.#socket.binaryType = "arraybuffer";
    host.#socket.onmessage = ({ data }) => host.#receive(data);
    return new Promise((resolve, reject) => {
      host.#socket.onopen = () => resolve(host);
      host.#socket.onclose = (event) => {
        const reason = event.reason || "the server has closed the connection";
        host.#requests.end(new Error(reason));
        reject(new Error(reason));
        host.onclose?.(reason);
      };
    });
  }

  #receive(data) {
    if (typeof data === "string") {
      const { id, answer, error } = JSON.parse(data);
      this.#requests.settle(id, answer ?? { error });
      return;
    }
    if (data.byteLength < FRAME_PREFIX) return;
    this.#requests.settle(new DataView(data).getUint32(0, true), data.slice(FRAME_PREFIX));
  }

  #send(request) {
    return this.#requests.make((id) => this.#socket.send(JSON.stringify({ id, ...request })));
  }

  async ask(message) {
    return readAnswer(await this.#send(message));
  }

  /** @returns {Promise<ArrayBuffer>} */
  async frame(colouring) {
    const result = await this.#send({ frame: colouring });
    return result instanceof ArrayBuffer ? result : readAnswer(result);
  }

  close() {
    this.#requests.end(new Error("the run is closed"));
    this.#socket.close();
  }
}
