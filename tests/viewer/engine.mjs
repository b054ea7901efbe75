/**
 * Runs the engine of the viewer (viewer/engine) under node, for tests and measurements.
 */
import { readFileSync } from "node:fs";

/* Numbers of wend_kernel. */
export const KERNELS = { auto: 0, scalar: 1, wasm: 5 };

const decoder = new TextDecoder(), encoder = new TextEncoder();

/** Returns the functions of the system that the engine imports; `memory` returns its memory. */
function systemFor(memory) {
  const view = () => new DataView(memory().buffer);
  return {
    clock_time_get(clock, precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(file, parts, count, out) {
      let size = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(parts + 8 * i, true);
        const length = view().getUint32(parts + 8 * i + 4, true);
        process.stderr.write(new Uint8Array(memory().buffer, at, length));
        size += length;
      }
      view().setUint32(out, size, true);
      return 0;
    },
    fd_close: () => 8, /* EBADF: there are no files */
    fd_seek: () => 8,
    sched_yield: () => 0,
  };
}

export function compile(path) {
  return new WebAssembly.Module(readFileSync(path));
}

/** One instance of the module, with at most one live world. */
export class Engine {
  constructor(module) {
    const system = systemFor(() => this.exports.memory);
    this.exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system }).exports;
    this.exports._initialize();
  }

  bytes(at, size) {
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  /** Copies bytes into the module and returns their address. */
  put(bytes) {
    const at = this.exports.wend_viewer_alloc(bytes.length);
    if (at === 0) {
      throw new Error(`no memory for ${bytes.length} bytes`);
    }
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  error() {
    const from = this.exports.wend_viewer_error();
    const all = new Uint8Array(this.exports.memory.buffer, from);
    return decoder.decode(all.subarray(0, all.indexOf(0)));
  }

  /** Opens a bundle. Returns 0, or the number of the failure. */
  tryOpen(bundle, kernel = KERNELS.auto) {
    return this.exports.wend_viewer_open(this.put(bundle), bundle.length, kernel);
  }

  open(bundle, kernel = KERNELS.auto) {
    const status = this.tryOpen(bundle, kernel);
    if (status !== 0) {
      throw new Error(`cannot open the bundle: ${this.error()}`);
    }
    return this;
  }

  /** Returns the answer to a message that is given as text or as bytes. */
  answerTo(message) {
    const bytes = typeof message === "string" ? encoder.encode(message) : message;
    const at = this.put(bytes);
    const answer = this.exports.wend_viewer_answer(at, bytes.length);
    this.exports.wend_viewer_free(at, bytes.length);
    return answer === 0 ? null
      : JSON.parse(decoder.decode(this.bytes(answer, this.exports.wend_viewer_answer_size())));
  }

  /** Returns the answer to a message, or throws its error. */
  ask(message) {
    const answer = this.answerTo(JSON.stringify(message));
    if (answer === null || answer.error !== undefined) {
      throw new Error(`${JSON.stringify(message)}: ${answer?.error?.message ?? "no answer"}`);
    }
    return answer;
  }

  /** Steps `count` times, with as many messages as that needs. Returns the last answer. */
  step(count) {
    let answer = null;
    for (let left = count; left > 0; left -= 10000) {
      answer = this.ask({ do: "step", count: Math.min(left, 10000) });
      if (answer.stopped !== undefined) {
        throw new Error(`stopped at step ${answer.step}: ${answer.stopped}`);
      }
    }
    return answer ?? this.ask({ do: "state" });
  }

  frame(colouring = 0) {
    const at = this.exports.wend_viewer_frame(colouring);
    return at === 0 ? null : this.bytes(at, this.exports.wend_viewer_frame_size()).slice();
  }

  save() {
    const at = this.exports.wend_viewer_save();
    return at === 0 ? null : this.bytes(at, this.exports.wend_viewer_save_size()).slice();
  }

  /** Loads a snapshot. Returns 0, or the number of the failure. */
  load(snapshot) {
    const at = this.put(snapshot);
    const status = this.exports.wend_viewer_load(at, snapshot.length);
    this.exports.wend_viewer_free(at, snapshot.length);
    return status;
  }
}
