/** A host that runs the engine in a worker of the page. It needs no server: `file:` will do. */
import workerSource from "worker:./worker.js";
import { Requests, readAnswer } from "./answer.js";

export class WasmHost {
  #worker;
  #address;
  #requests = new Requests();

  /**
   * @param {ArrayBuffer} wasm the engine
   * @param {string|ArrayBuffer} bundle a bundle: base64 of gzip, or its bytes
   */
  static async open(wasm, bundle, kernel = 0) {
    const host = new WasmHost();
    /** What it was made from, so that compare mode can make another one. */
    host.source = { wasm, bundle, kernel };
    await host.#send({ job: "open", wasm, bundle, kernel });
    return host;
  }

  constructor() {
    this.#address = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    this.#worker = new Worker(this.#address);
    this.#worker.onmessage = ({ data }) => this.#requests.settle(data.id, data.result,
      data.error ? new Error(data.error) : null);
    this.#worker.onerror = (event) => this.#requests.end(new Error(
      `the engine has stopped: ${event.message ?? "unknown error"}`));
  }

  #send(job) {
    return this.#requests.make((id) => this.#worker.postMessage({ id, ...job }));
  }

  /** Another host with the same bundle. */
  clone() {
    const { wasm, bundle, kernel } = this.source;
    return WasmHost.open(wasm, bundle, kernel);
  }

  async ask(message) {
    return readAnswer(JSON.parse(await this.#send({ job: "ask", text: JSON.stringify(message) })));
  }

  /** @returns {Promise<ArrayBuffer>} */
  frame(colouring) {
    return this.#send({ job: "frame", colouring });
  }

  /** @returns {Promise<ArrayBuffer>} a snapshot */
  save() {
    return this.#send({ job: "save" });
  }

  load(bytes) {
    return this.#send({ job: "load", bytes });
  }

  close() {
    this.#worker.terminate();
    URL.revokeObjectURL(this.#address);
    this.#requests.end(new Error("the run is closed"));
  }
}
