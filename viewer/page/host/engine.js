/**
 * The engine: a live world in a WebAssembly module. Wraps what the module exports (docs/viewer.md,
 * Engine). Used in a worker of the page, and by tests without a browser.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const NOT_SUPPORTED = 52; // ENOSYS of WASI
const EXPORTS = ["_initialize", "wend_viewer_alloc", "wend_viewer_free", "wend_viewer_open",
  "wend_viewer_error", "wend_viewer_answer", "wend_viewer_answer_size", "wend_viewer_frame",
  "wend_viewer_frame_size", "wend_viewer_save", "wend_viewer_save_size", "wend_viewer_load"];

/** The system calls that the module imports. The engine needs a clock; it has no files. */
function systemCalls(module, memory, report) {
  const known = {
    clock_time_get(_clock, _precision, at) {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory()).setBigUint64(at, nanoseconds, true);
      return 0;
    },
    fd_write(_file, parts, count, written) {
      const view = new DataView(memory());
      let bytes = 0;
      for (let i = 0; i < count; i++) {
        const start = view.getUint32(parts + 8 * i, true);
        const size = view.getUint32(parts + 8 * i + 4, true);
        report(decoder.decode(new Uint8Array(memory(), start, size)));
        bytes += size;
      }
      view.setUint32(written, bytes, true);
      return 0;
    },
    sched_yield: () => 0,
    proc_exit(status) {
      throw new Error(`the engine ended with status ${status}`);
    },
  };
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== "function") throw new Error(`the engine imports a ${kind}: ${from}.${name}`);
    imports[from] ??= {};
    imports[from][name] = known[name] ?? (() => NOT_SUPPORTED);
  }
  return imports;
}

export class Engine {
  #exports;

  /**
   * @param {BufferSource} wasm the bytes of the module
   * @param {(text: string) => void} report takes what the engine prints
   */
  static async create(wasm, report = () => {}) {
    const module = await WebAssembly.compile(wasm);
    const engine = new Engine();
    const memory = () => engine.#exports.memory.buffer;
    const instance = await WebAssembly.instantiate(module, systemCalls(module, memory, report));
    const missing = ["memory", ...EXPORTS].filter((name) => !(name in instance.exports));
    if (missing.length > 0) throw new Error(`the engine does not export ${missing.join(", ")}`);
    engine.#exports = instance.exports;
    engine.#exports._initialize();
    return engine;
  }

  /* Copies bytes into the memory of the module and calls `fn` with address and size. */
  #withBytes(bytes, keep, fn) {
    const at = this.#exports.wend_viewer_alloc(bytes.length) >>> 0;
    if (at === 0) throw new Error(`the engine has no memory for ${bytes.length} bytes`);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, at);
    try {
      return fn(at, bytes.length);
    } finally {
      if (!keep) this.#exports.wend_viewer_free(at, bytes.length);
    }
  }

  #copy(at, size) {
    if (at >>> 0 === 0) throw new Error("the engine has no memory left");
    return this.#exports.memory.buffer.slice(at >>> 0, (at >>> 0) + size);
  }

  #check(status) {
    if (status === 0) return;
    const bytes = new Uint8Array(this.#exports.memory.buffer);
    const at = this.#exports.wend_viewer_error() >>> 0;
    throw new Error(decoder.decode(bytes.subarray(at, bytes.indexOf(0, at))) ||
      `the engine reports error ${status}`);
  }

  /** Opens a bundle; `kernel` is a wend_kernel, 0 the fastest. */
  open(bundle, kernel = 0) {
    this.#check(this.#withBytes(bundle, true, (at, size) =>
      this.#exports.wend_viewer_open(at, size, kernel)));
  }

  /** Answers a message; both are JSON texts. */
  answer(text) {
    const at = this.#withBytes(encoder.encode(text), false, (start, size) =>
      this.#exports.wend_viewer_answer(start, size));
    return decoder.decode(this.#copy(at, this.#exports.wend_viewer_answer_size()));
  }

  /** @returns {ArrayBuffer} a frame */
  frame(colouring) {
    const at = this.#exports.wend_viewer_frame(colouring);
    return this.#copy(at, this.#exports.wend_viewer_frame_size());
  }

  /** @returns {ArrayBuffer} a snapshot */
  save() {
    const at = this.#exports.wend_viewer_save();
    return this.#copy(at, this.#exports.wend_viewer_save_size());
  }

  /** Goes to a snapshot. */
  load(bytes) {
    this.#check(this.#withBytes(bytes, false, (at, size) =>
      this.#exports.wend_viewer_load(at, size)));
  }
}
