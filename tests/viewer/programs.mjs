#!/usr/bin/env node
/**
 * Runs the tests of SIMD code that are built as WebAssembly programs (target `wasm-tests`). Prints
 * what they print, and fails if one of them fails.
 *
 * usage: programs.mjs FOLDER
 */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { WASI } from "node:wasi";

const FEWEST = 10;
const [folder] = process.argv.slice(2);
const names = folder === undefined ? [] : readdirSync(folder).filter((name) =>
  name.endsWith(".wasm")).sort();
if (names.length < FEWEST) {
  console.error(`usage: programs.mjs FOLDER (with ${FEWEST} programs or more, ` +
    `found ${names.length})`);
  process.exit(2);
}

const failed = [];
for (const name of names) {
  const env = { WEND_TRIALS: process.env.WEND_TRIALS ?? "0.1" };
  const system = new WASI({ version: "preview1", args: [basename(name)], env, returnOnExit: true });
  const module = new WebAssembly.Module(readFileSync(join(folder, name)));
  let status;
  try {
    status = system.start(new WebAssembly.Instance(module, system.getImportObject()));
  } catch (error) {
    status = error.message;
  }
  if (status !== 0) {
    failed.push(name);
    console.log(`${name}: ${status}`);
  }
}
console.log(`${names.length - failed.length} programs passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
