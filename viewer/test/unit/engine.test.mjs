/**
 * The wrapper of the engine, with small modules that are assembled here: what it offers to them,
 * and what it refuses. tests/viewer tests the real engine.
 */
import test from "node:test";
import assert from "node:assert/strict";
import { Engine } from "../../page/host/engine.js";

const NAMES = ["_initialize", "wend_viewer_alloc", "wend_viewer_free", "wend_viewer_open",
  "wend_viewer_error", "wend_viewer_answer", "wend_viewer_answer_size", "wend_viewer_frame",
  "wend_viewer_frame_size", "wend_viewer_save", "wend_viewer_save_size", "wend_viewer_load"];
/* Number of parameters, and whether there is a result. */
const SHAPES = { _initialize: [0, 0], wend_viewer_alloc: [1, 1], wend_viewer_free: [2, 0],
  wend_viewer_open: [3, 1], wend_viewer_error: [0, 1], wend_viewer_answer: [2, 1],
  wend_viewer_answer_size: [0, 1], wend_viewer_frame: [1, 1], wend_viewer_frame_size: [0, 1],
  wend_viewer_save: [0, 1], wend_viewer_save_size: [0, 1], wend_viewer_load: [2, 1] };

const text = (name) => [name.length, ...Buffer.from(name)];
const number = (value) => {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    const isLast = rest >> 7 === (rest & 64 ? -1 : 0);
    bytes.push((rest & 127) | (isLast ? 0 : 128));
    if (isLast) return bytes;
  }
};
const size = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...size(value >> 7)]);
const vector = (items) => [...size(items.length), ...items.flat()];
const section = (id, bytes) => [id, ...size(bytes.length), ...bytes];

/**
 * A module with the exports of the engine, each of which returns a constant of `results`; `data` is
 * put into its memory at 1024; `imports` are functions without parameters.
 */
function assemble({ results = {}, data = "", leaveOut = [], imports = [] }) {
  const names = NAMES.filter((name) => !leaveOut.includes(name));
  const types = names.map((name) => {
    const [parameters, hasResult] = SHAPES[name];
    return [0x60, ...vector(Array(parameters).fill(0x7f)), ...vector(hasResult ? [0x7f] : [])];
  });
  const first = imports.length;
  const bodies = names.map((name) => {
    const code = SHAPES[name][1] ? [0x41, ...number(results[name] ?? 0)] : [];
    const calls = name === "_initialize" ? imports.flatMap((_, i) => [0x10, i]) : [];
    const body = [0, ...calls, ...code, 0x0b];
    return [...size(body.length), ...body];
  });
  const bytes = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, vector([...types, [0x60, 0, 0]])),
    ...section(2, vector(imports.map((name) => [...text("wasi_snapshot_preview1"), ...text(name), 0,
      ...size(types.length)]))),
    ...section(3, vector(names.map((_, i) => size(i)))),
    ...section(5, vector([[0, 1]])),
    ...section(7, vector([...names.map((name, i) => [...text(name), 0, ...size(first + i)]),
      ...(leaveOut.includes("memory") ? [] : [[...text("memory"), 2, 0]])])),
    ...section(10, vector(bodies)),
    ...section(11, vector([[0, 0x41, ...number(1024), 0x0b, ...vector([...Buffer.from(data)])]]))];
  return new Uint8Array(bytes);
}

const LOADED = { wend_viewer_alloc: 2048 };

test("answers and frames are copied out of the memory of the module", async () => {
  const answer = '{"step":1}';
  const engine = await Engine.create(assemble({ data: answer, results: { ...LOADED,
    wend_viewer_answer: 1024, wend_viewer_answer_size: answer.length, wend_viewer_frame: 1025,
    wend_viewer_frame_size: 4, wend_viewer_save: 1024, wend_viewer_save_size: 3 } }));
  assert.equal(engine.answer('{"do":"state"}'), answer);
  assert.equal(Buffer.from(engine.frame(0)).toString(), '"ste');
  assert.equal(Buffer.from(engine.save()).toString(), '{"s');
  engine.open(new Uint8Array(10));
  engine.load(new Uint8Array(10));
});

test("a failure has the message of the engine", async () => {
  const engine = await Engine.create(assemble({ data: "the bundle is damaged\0more", results: {
    ...LOADED, wend_viewer_open: 3, wend_viewer_load: 2, wend_viewer_error: 1024 } }));
  assert.throws(() => engine.open(new Uint8Array(1)), /^Error: the bundle is damaged$/);
  assert.throws(() => engine.load(new Uint8Array(1)), /the bundle is damaged/);
});

test("an engine without memory left reports it", async () => {
  const engine = await Engine.create(assemble({}));
  assert.throws(() => engine.answer("{}"), /no memory for 2 bytes/);
  assert.throws(() => engine.frame(0), /no memory left/);
  assert.throws(() => engine.open(new Uint8Array(7)), /no memory for 7 bytes/);
});

test("a module that lacks an export is refused by name", async () => {
  await assert.rejects(Engine.create(assemble({ leaveOut: ["wend_viewer_save"] })),
    /does not export wend_viewer_save$/);
  await assert.rejects(Engine.create(assemble({ leaveOut: ["memory"] })), /export memory/);
});

test("bytes that are no module are refused", async () => {
  await assert.rejects(Engine.create(new Uint8Array([1, 2, 3, 4])), WebAssembly.CompileError);
});

test("unknown system calls do nothing; others do what they should", async () => {
  const engine = await Engine.create(assemble({ imports: ["fd_seek", "sched_yield"] })
    .slice()).catch((error) => error);
  assert.ok(engine instanceof Engine, String(engine));
  await assert.rejects(Engine.create(assemble({ imports: ["proc_exit"] })), /ended with status/);
});
