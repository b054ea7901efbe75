/**
 * Builds the page: one HTML file that holds style, script and engine.
 * Usage: node build.mjs [--mock] [--engine FILE] [-o FILE]
 */
import { build, transform } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compress } from "./compress.mjs";
import { toSeptets } from "./page/host/septets.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : null);
const mock = args.includes("--mock");
const output = resolve(option("-o") ?? join(HERE, "../build/viewer", mock ? "mock.html"
  : "viewer.html"));

const COMMON = { bundle: true, minify: !args.includes("--debug"), format: "iife", target: "es2022",
  charset: "utf8", write: false, legalComments: "none", loader: { ".css": "text" } };

/* A module "worker:FILE" is the bundled script of a worker, as text. */
const workers = {
  name: "workers",
  setup(host) {
    host.onResolve({ filter: /^worker:/ }, ({ path, resolveDir }) =>
      ({ path: join(resolveDir, path.slice("worker:".length)), namespace: "worker" }));
    host.onLoad({ filter: /.*/, namespace: "worker" }, async ({ path }) => {
      const made = await build({ ...COMMON, entryPoints: [path] });
      return { contents: made.outputFiles[0].text, loader: "text" };
    });
  },
};

async function script() {
  const entry = join(HERE, mock ? "test/mock-page.js" : "page/boot.js");
  const made = await build({ ...COMMON, entryPoints: [entry], plugins: [workers] });
  return made.outputFiles[0].contents;
}

async function style() {
  const folder = join(HERE, "page/style");
  const text = readdirSync(folder).filter((name) => name.endsWith(".css")).sort()
    .map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const made = await transform(text, { loader: "css", minify: COMMON.minify });
  return Buffer.from(made.code.trim());
}

/* Data of the page: LZMA as text with 7 bits in a byte. */
function pack(id, bytes) {
  const text = toSeptets(compress(bytes));
  return `<script type="application/octet-stream" id="${id}">${text}</script>`;
}

function engine() {
  const file = option("--engine");
  return file === null ? "" : pack("wend-engine", readFileSync(file));
}

/* The only script that stands in the page as text. It unpacks style and script, and starts. */
async function starter() {
  const made = await build({ ...COMMON, entryPoints: [join(HERE, "page/unpack-script.js")] });
  return made.outputFiles[0].text.trim();
}

const parts = { "/*STARTER*/": await starter(), "<!--ENGINE-->": engine(),
  "<!--STYLE-->": pack("wend-style", await style()),
  "<!--SCRIPT-->": pack("wend-script", await script()) };
let page = readFileSync(join(HERE, "page/index.html"), "utf8");
for (const [mark, text] of Object.entries(parts)) page = page.replace(mark, () => text);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
for (const [mark, text] of Object.entries(parts)) {
  const name = mark.replace(/[^A-Z]/g, "").toLowerCase();
  console.log(`${name.padEnd(8)} ${Buffer.byteLength(text)} bytes`);
}
console.log(`${output}: ${Buffer.byteLength(page)} bytes`);
