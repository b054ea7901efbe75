#!/usr/bin/env node
/**
 * The engine in WebAssembly gives the same state hash as the tool: for every scenario, every
 * steering model, planner and follower, random combinations of them, and large crowds; with its
 * kernels `wasm` and `scalar`. The tool runs a scenario and writes a bundle, which holds the last
 * step of that run and its hash; the engine opens the bundle and steps as far.
 *
 * usage: hashes.mjs TOOL ENGINE
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Engine, KERNELS, compile } from "./engine.mjs";
import { crowd, dice } from "./crowds.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const SCENARIOS = join(HERE, "../../scenarios"), ALL_MAPS = join(HERE, "all-maps.yaml");
const JOBS = Number(process.env.JOBS ?? Math.min(2, availableParallelism()));
/* Seconds of simulated time. Most scenarios are over before LONG. */
const SHORT = "6", UNTIL = "12", LONG = "40";
const COMBINATIONS = 60; /* random ones, of which some are refused */
const FEWEST_COMBINATIONS = 20;
const GRASS = ["--set", "profiles.person.terrain.grass.weight=2"];

const [tool, enginePath] = process.argv.slice(2);
if (enginePath === undefined) {
  console.error("usage: hashes.mjs TOOL ENGINE");
  process.exit(2);
}
const module = compile(enginePath);
const folder = mkdtempSync(join(tmpdir(), "wend-hashes-"));
const call = promisify(execFile);
let written = 0;

async function list(kind) {
  const { stdout } = await call(tool, ["list", kind, "--json"]);
  return JSON.parse(stdout).map((entry) => entry.name);
}

function scenarioFiles() {
  return readdirSync(SCENARIOS, { recursive: true })
    .filter((name) => name.endsWith(".yaml") && !name.split("/").includes("parts"))
    .sort();
}

/** Runs a scenario with the tool. Returns its bundle, or why the tool refuses the options. */
async function makeBundle(path, options) {
  const file = join(folder, `${written++}.bundle`);
  try {
    await call(tool, ["run", path, "-q", "-o", file, ...options]);
  } catch (error) {
    if (error.code === 1 || error.code === 2) {
      return { refused: error.stderr.trim() };
    }
    throw error;
  }
  const bytes = readFileSync(file);
  rmSync(file);
  return { bytes };
}

/** Checks one run with both kernels. */
async function check(name, path, options) {
  const { bytes, refused } = await makeBundle(path, options);
  if (bytes === undefined) {
    return { name, refused };
  }
  const failures = [];
  let steps = 0;
  for (const kernel of ["wasm", "scalar"]) {
    try {
      const engine = new Engine(module).open(bytes, KERNELS[kernel]);
      const { final, kernel: used } = engine.ask({ do: "describe" });
      steps = final.step;
      const found = engine.step(steps);
      if (used !== kernel || found.step !== steps || found.hash !== final.hash || steps === 0) {
        failures.push(`${name}, kernel ${used}: hash ${found.hash} at step ${found.step}, ` +
          `expected ${final.hash} at step ${steps} with kernel ${kernel}`);
      }
    } catch (error) {
      failures.push(`${name}, kernel ${kernel}: ${error.message}`);
    }
  }
  return { name, failures, steps };
}

/** Returns the runs that must not be refused. */
async function requiredRuns() {
  const runs = [];
  for (const name of scenarioFiles()) {
    runs.push([name, join(SCENARIOS, name), ["--until", LONG]]);
  }
  const crowds = { crossing: [2000, 0.5, [0.25, 0.25]], mixed: [1000, 0.2, [0.15, 1]],
    jam: [1000, 4, [0.2, 0.2]] };
  for (const [name, [count, density, radius]] of Object.entries(crowds)) {
    const path = join(folder, `${name}.yaml`);
    writeFileSync(path, crowd(count, density, radius));
    for (const steer of ["orca", "orca_arc", "orca_segment", "rvo"]) {
      runs.push([`${name}:${steer}`, path, ["--steer", steer, "--until", "2"]]);
    }
  }
  for (const steer of await list("steering")) {
    const plan = steer === "corridor_force" ? ["--plan", "corridor", "--follow", "attraction"] : [];
    runs.push([`all-maps:${steer}`, ALL_MAPS, ["--steer", steer, ...plan, "--until", SHORT]]);
  }
  for (const plan of await list("planners")) {
    const gradient = plan === "khatib" || plan === "guidance" ? ["--follow", "gradient"] : [];
    runs.push([`all-maps:${plan}`, ALL_MAPS, ["--plan", plan, ...gradient, "--until", UNTIL]]);
  }
  for (const plan of ["grid", "field", "dual", "weighted"]) {
    runs.push([`grass:${plan}`, ALL_MAPS, [...GRASS, "--plan", plan, "--until", UNTIL]]);
  }
  for (const follow of await list("followers")) {
    const plan = follow === "gradient" ? "field" : follow === "attraction" ? "corridor" : "auto";
    runs.push([`all-maps:${follow}`, ALL_MAPS,
      ["--follow", follow, "--plan", plan, "--until", UNTIL]]);
  }
  return runs;
}

/** Returns random combinations, which the tool may refuse. */
async function randomRuns() {
  const steering = await list("steering"), planners = await list("planners");
  const followers = await list("followers"), random = dice(25), runs = [];
  const draw = (names) => names[Math.floor(random() * names.length)];
  for (let i = 0; i < COMBINATIONS; i++) {
    const choice = [draw(steering), draw(planners), draw(followers)];
    runs.push([choice.join(" + "), ALL_MAPS, ["--steer", choice[0], "--plan", choice[1],
      "--follow", choice[2], "--seed", String(i + 1), "--until", SHORT]]);
  }
  return runs;
}

async function checkAll(runs) {
  const results = [];
  const left = runs.entries();
  const work = async () => {
    for (const [, run] of left) {
      results.push(await check(...run));
    }
  };
  await Promise.all(Array.from({ length: JOBS }, work));
  return results;
}

function report(results, what, mayRefuse) {
  let failed = 0, passed = 0, steps = 0;
  for (const { name, refused, failures, steps: count } of results) {
    if (refused !== undefined) {
      failed += mayRefuse ? 0 : 1;
      if (!mayRefuse) {
        console.log(`${name}: the tool refuses it: ${refused}`);
      }
      continue;
    }
    failures.forEach((failure) => console.log(failure));
    failed += failures.length > 0 ? 1 : 0;
    passed += failures.length === 0 ? 1 : 0;
    steps += count;
  }
  console.log(`${what}: ${passed} passed, ${failed} failed, ${steps} steps`);
  return { failed, passed };
}

try {
  const started = performance.now();
  const required = report(await checkAll(await requiredRuns()), "runs", false);
  const random = report(await checkAll(await randomRuns()), "random combinations", true);
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (random.passed + random.failed < FEWEST_COMBINATIONS) {
    console.log(`the tool refuses all but ${random.passed + random.failed} combinations`);
  }
  process.exitCode = required.failed === 0 && random.failed === 0 &&
    random.passed >= FEWEST_COMBINATIONS ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
