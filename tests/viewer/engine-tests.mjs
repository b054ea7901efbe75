#!/usr/bin/env node
/**
 * The exports of the engine: what they do with bundles, messages, frames and snapshots, and with
 * damaged ones.
 *
 * usage: engine-tests.mjs TOOL ENGINE
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Engine, KERNELS, compile } from "./engine.mjs";
import { dice } from "./crowds.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const [tool, enginePath] = process.argv.slice(2);
const module = compile(enginePath);
const folder = mkdtempSync(join(tmpdir(), "wend-engine-"));

function makeBundle(scenario, ...options) {
  const file = join(folder, "made.bundle");
  execFileSync(tool, ["run", scenario, "-q", "-o", file, ...options]);
  return readFileSync(file);
}

const bundle = makeBundle(join(HERE, "all-maps.yaml"), "--until", "5");
const other = makeBundle(join(HERE, "../../scenarios/door.yaml"), "--until", "5");
const fresh = () => new Engine(module);
const tests = [];
const test = (name, run) => tests.push([name, run]);

test("imports nothing but a clock and an output for messages", () => {
  const names = WebAssembly.Module.imports(module).map((each) => `${each.module}.${each.name}`);
  const allowed = ["clock_time_get", "fd_close", "fd_seek", "fd_write", "sched_yield"]
    .map((name) => `wasi_snapshot_preview1.${name}`);
  assert.deepEqual(names.filter((name) => !allowed.includes(name)), []);
});

test("exports the functions that docs/viewer.md lists", () => {
  const names = WebAssembly.Module.exports(module).map((each) => each.name);
  const documented = readFileSync(join(HERE, "../../docs/viewer.md"), "utf8")
    .match(/wend_viewer_[a-z_]+/g);
  assert.deepEqual(names.filter((name) => name.startsWith("wend_viewer_")).sort(),
    [...new Set(documented)].sort());
  assert.ok(names.includes("_initialize") && names.includes("memory"));
});

test("chooses the kernel wasm", () => {
  assert.equal(fresh().open(bundle).ask({ do: "describe" }).kernel, "wasm");
  assert.equal(fresh().open(bundle, KERNELS.scalar).ask({ do: "describe" }).kernel, "scalar");
});

test("refuses kernels of other machines", () => {
  for (const kernel of [2, 3, 4, 6, 4294967295]) {
    const engine = fresh();
    assert.notEqual(engine.tryOpen(bundle, kernel), 0);
    assert.match(engine.error(), /kernel/);
    assert.equal(engine.answerTo('{"do":"state"}'), null);
  }
});

test("answers nothing before a bundle is open", () => {
  const engine = fresh();
  assert.equal(engine.answerTo('{"do":"state"}'), null);
  assert.equal(engine.frame(), null);
  assert.equal(engine.save(), null);
  assert.notEqual(engine.load(new Uint8Array(8)), 0);
  assert.match(engine.error(), /no bundle is open/);
});

test("opens another bundle in place of the first", () => {
  const engine = fresh().open(bundle);
  engine.step(20);
  engine.open(other);
  const { final } = engine.ask({ do: "describe" });
  assert.equal(engine.step(final.step).hash, final.hash);
});

test("reports what is wrong with a damaged bundle", () => {
  const engine = fresh(), random = dice(3);
  for (let i = 0; i < 200; i++) {
    const bytes = new Uint8Array(bundle);
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
    assert.notEqual(engine.tryOpen(bytes), 0);
    assert.notEqual(engine.error(), "");
  }
  for (const size of [0, 1, 8, 100, bundle.length - 1]) {
    assert.notEqual(engine.tryOpen(bundle.subarray(0, size)), 0);
  }
  const { final } = engine.open(bundle).ask({ do: "describe" });
  assert.equal(engine.step(final.step).hash, final.hash);
});

test("gives errors as answers to damaged messages", () => {
  const engine = fresh().open(bundle), random = dice(4);
  const before = engine.ask({ do: "state" }).hash;
  const good = Buffer.from('{"do":"route","from":[1,1,0],"to":[20,10,0],"radius":0.2}');
  let refused = 0;
  for (let i = 0; i < 500; i++) {
    const bytes = new Uint8Array(good);
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const answer = engine.answerTo(bytes);
    refused += answer.error !== undefined ? 1 : 0;
  }
  assert.ok(refused > 300, `${refused} refused`);
  const large = new Uint8Array((1 << 20) + 1).fill(32);
  assert.equal(engine.answerTo(large).error.code, "limit");
  assert.equal(engine.ask({ do: "state" }).hash, before);
});

test("rewinds to a snapshot exactly", () => {
  const engine = fresh().open(bundle);
  engine.step(10);
  const snapshot = engine.save(), early = engine.frame();
  const late = engine.step(30).hash;
  assert.equal(engine.load(snapshot), 0);
  assert.deepEqual(engine.frame(), early);
  assert.equal(engine.step(30).hash, late);
});

test("keeps its world when a snapshot is damaged", () => {
  const engine = fresh().open(bundle), random = dice(5);
  engine.step(10);
  const snapshot = engine.save(), hash = engine.ask({ do: "state" }).hash;
  for (let i = 0; i < 100; i++) {
    const bytes = new Uint8Array(snapshot);
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
    assert.notEqual(engine.load(bytes), 0);
    assert.notEqual(engine.error(), "");
  }
  assert.equal(engine.ask({ do: "state" }).hash, hash);
});

test("writes frames with 24 bytes for each agent after 32 of the head", () => {
  const engine = fresh().open(bundle);
  const { agents, step } = engine.step(7);
  for (const colouring of [0, 1, 8, 1000]) {
    const view = new DataView(engine.frame(colouring).buffer);
    assert.equal(view.byteLength, 32 + 24 * agents);
    assert.equal(view.getUint32(0, true), agents);
    assert.equal(view.getBigUint64(16, true), BigInt(step));
  }
});

test("says so when memory runs out", () => {
  const { exports } = fresh();
  assert.equal(exports.wend_viewer_alloc(0x7fffffff), 0);
  const at = exports.wend_viewer_alloc(1 << 20);
  assert.notEqual(at, 0);
  exports.wend_viewer_free(at, 1 << 20);
});

test("releases what it took: the memory does not grow with each bundle", () => {
  const engine = fresh();
  const cycle = () => {
    engine.open(bundle).step(5);
    engine.frame();
    engine.save();
    return engine.exports.memory.buffer.byteLength;
  };
  for (let i = 0; i < 5; i++) {
    cycle();
  }
  const before = cycle();
  for (let i = 0; i < 30; i++) {
    cycle();
  }
  assert.equal(cycle(), before);
});

let failed = 0;
try {
  for (const [name, run] of tests) {
    try {
      run();
      console.log(`ok: ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
