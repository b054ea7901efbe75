/** What tests in a browser need: the page with the mock host, and pages with the real engine. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A folder of its own for a test file, and a function that removes it. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "wend-viewer-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Builds the page with the mock host. Returns its file. */
export function buildMock(folder) {
  const file = join(folder, "mock.html");
  execFileSync(process.execPath, [join(ROOT, "viewer/build.mjs"), "--mock", "-o", file]);
  return file;
}

/** The tool; the template of the page must have been built (`make viewer`). */
export function findTool() {
  const tool = process.env.WEND ?? join(ROOT, "build/wend");
  if (!existsSync(tool)) throw new Error(`${tool} is missing: run make build, or set WEND`);
  return tool;
}

/**
 * Runs a scenario and writes its page.
 * @returns {Promise<{page: string, report: object}>} `report` is what `wend run --json` prints
 */
export async function makePage(scenario, folder, options = []) {
  const name = relative(join(ROOT, "scenarios"), join(ROOT, scenario)).replaceAll("/", "-");
  const page = join(folder, `${name}.html`);
  const { stdout } = await run(findTool(), ["run", join(ROOT, scenario), "--json", "-o", page,
    ...options], { maxBuffer: 1 << 26 });
  return { page, report: JSON.parse(stdout) };
}

/** All scenarios of the gallery, relative to the root. */
export function listScenarios(folder = join(ROOT, "scenarios")) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "parts" ? [] : listScenarios(path);
    return entry.name.endsWith(".yaml") ? [relative(ROOT, path)] : [];
  }).sort();
}
