#!/usr/bin/env node
/**
 * Measures a step of 10,000 agents, in a crowd like that of `wend bench crossing-10000`: with the
 * kernels of the tool, and with those of the engine, in node and (with --browser) in Chromium. The
 * best of many short pieces counts, so that other programs disturb little.
 *
 * usage: bench.mjs [--browser] TOOL ENGINE
 */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crowd } from "./crowds.mjs";
import { Engine, KERNELS, compile } from "./engine.mjs";

const AGENTS = 10000, WARM_STEPS = 20, PIECES = 40, PIECE = 2; /* steps */
const HERE = dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2).filter((arg) => arg !== "--browser");
const [tool, enginePath] = args;
const withBrowser = process.argv.includes("--browser");
const folder = mkdtempSync(join(tmpdir(), "wend-bench-"));

/** Returns the sum of the stages in ns per agent and step, measured by the tool. */
function measureTool(kernel) {
  const out = execFileSync(tool, ["bench", "crossing-10000", "--kernel", kernel, "--steps",
    String(PIECE), "--repeat", String(PIECES), "--json"], { encoding: "utf8" });
  return JSON.parse(out)[0];
}

/** Returns the least sum of the stages in ns per agent and step. `ask` sends a message. */
function measureStages(ask, { agents, warm, pieces, piece }) {
  const sum = (state) => Object.values(state.stages).reduce((a, b) => a + b);
  let before = sum(ask({ do: "step", count: warm })), best = Infinity;
  for (let i = 0; i < pieces; i++) {
    const after = sum(ask({ do: "step", count: piece }));
    best = Math.min(best, (after - before) * 1e9 / (agents * piece));
    before = after;
  }
  return best;
}

const SETUP = { agents: AGENTS, warm: WARM_STEPS, pieces: PIECES, piece: PIECE };

function measureNode(module, bundle, kernel) {
  const engine = new Engine(module).open(bundle, KERNELS[kernel]);
  return measureStages((message) => engine.ask(message), SETUP);
}

/** Runs in the page: opens the bundle in a new module, and measures. */
async function inPage({ module, bundle, kernel, measure, setup }) {
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  let exports = null;
  const view = () => new DataView(exports.memory.buffer);
  const system = { fd_write: () => 8, fd_close: () => 8, fd_seek: () => 8, sched_yield: () => 0,
    clock_time_get(clock, precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    } };
  const made = await WebAssembly.instantiate(bytes(module), { wasi_snapshot_preview1: system });
  exports = made.instance.exports;
  exports._initialize();
  const put = (from) => {
    const at = exports.wend_viewer_alloc(from.length);
    new Uint8Array(exports.memory.buffer, at, from.length).set(from);
    return at;
  };
  const opened = bytes(bundle);
  exports.wend_viewer_open(put(opened), opened.length, kernel);
  const ask = (message) => {
    const text = new TextEncoder().encode(JSON.stringify(message)), at = put(text);
    const answer = exports.wend_viewer_answer(at, text.length);
    exports.wend_viewer_free(at, text.length);
    return JSON.parse(new TextDecoder().decode(
      new Uint8Array(exports.memory.buffer, answer, exports.wend_viewer_answer_size())));
  };
  return Function(`return (${measure})`)()(ask, setup);
}

async function measureBrowser(bundle, kernel) {
  const { chromium } = createRequire(join(HERE, "../../viewer/package.json"))("playwright-core");
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ??
    "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    return await page.evaluate(inPage, { module: readFileSync(enginePath).toString("base64"),
      bundle: bundle.toString("base64"), kernel: KERNELS[kernel], setup: SETUP,
      measure: measureStages.toString() });
  } finally {
    await browser.close();
  }
}

function print(name, ns, reference) {
  console.log(`${name.padEnd(22)} ${ns.toFixed(1).padStart(8)} ${(ns / reference).toFixed(2)
    .padStart(8)}`);
}

try {
  if (enginePath === undefined) {
    throw new Error("usage: bench.mjs [--browser] TOOL ENGINE");
  }
  const scenario = join(folder, "crossing.yaml"), file = join(folder, "crossing.bundle");
  writeFileSync(scenario, crowd(AGENTS, 0.5, [0.25, 0.25]));
  execFileSync(tool, ["run", scenario, "-q", "--until", "0.1", "-o", file]);
  const bundle = readFileSync(file), module = compile(enginePath);
  const reference = measureTool("avx2").ns_per_agent_step;
  console.log("kernel                 ns/agent  to AVX2");
  print("tool avx2", reference, reference);
  print("tool sse2", measureTool("sse2").ns_per_agent_step, reference);
  print("tool scalar", measureTool("scalar").ns_per_agent_step, reference);
  for (const kernel of ["wasm", "scalar"]) {
    print(`node ${kernel}`, measureNode(module, bundle, kernel), reference);
  }
  for (const kernel of withBrowser ? ["wasm", "scalar"] : []) {
    print(`Chromium ${kernel}`, await measureBrowser(bundle, kernel), reference);
  }
} finally {
  rmSync(folder, { recursive: true });
}
